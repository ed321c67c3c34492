import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const harbour: MantineColorsTuple = [
  '#eef1ff',
  '#dbe1fd',
  '#b5c1f8',
  '#8c9ff2',
  '#6980ec',
  '#4a64e3',
  '#3854d6',
  '#2747c7',
  '#2340b0',
  '#1b338d',
];

const brick: MantineColorsTuple = [
  '#fdf1f0',
  '#fbdcd9',
  '#f6b8b2',
  '#f0928a',
  '#ff8b81',
  '#dd5046',
  '#cc3a2f',
  '#b4231a',
  '#961c14',
  '#76150f',
];
/** From the lightest text to the deepest ground of the dark scheme. */
const night: MantineColorsTuple = [
  '#e6e9ee',
  '#a1aab8',
  '#8a94a3',
  '#6d7787',
  '#3a4350',
  '#262d38',
  '#151a21',
  '#0e1116',
  '#0a0d11',
  '#06080b',
];

/** Small and square: the console shows much on little room. */
export const theme = createTheme({
  primaryColor: 'harbour',
  primaryShade: 7,
  colors: { harbour, red: brick, dark: night },
  fontWeights: { medium: '500' },
  fontFamily: 'var(--font-geist-sans), system-ui, sans-serif',
  fontFamilyMonospace: 'var(--font-geist-mono), ui-monospace, monospace',
  headings: { fontFamily: 'var(--font-geist-sans), system-ui, sans-serif', fontWeight: '600' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'xs' } },
    ActionIcon: { defaultProps: { size: 'sm', variant: 'subtle', color: 'gray' } },
    NativeSelect: { defaultProps: { size: 'xs' } },
    TextInput: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'sm' } },
    Modal: { defaultProps: { centered: true, transitionProps: { duration: 0 } } },
    Notification: {
      defaultProps: { withBorder: true, closeButtonProps: { 'aria-label': 'Dismiss' } },
      styles: { description: { color: 'var(--text)' } },
    },
    Popover: { defaultProps: { transitionProps: { duration: 0 } } },
    Menu: { defaultProps: { transitionProps: { duration: 0 } } },
    Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: false } } },
  },
});

const fromTokens = {
  '--mantine-color-body': 'var(--ground)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--dim)',
  '--mantine-color-placeholder': 'var(--dim)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-default': 'var(--ground)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--edge)',
};

/** The kit paints with the colours of globals.css, in both schemes. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: fromTokens,
  dark: fromTokens,
});
