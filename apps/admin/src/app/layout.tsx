import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core';
import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import './globals.css';
import { Providers } from './providers.tsx';

export const metadata: Metadata = {
  title: { default: 'Berth', template: '%s · Berth' },
  description: 'Operator console of Berth, a control plane for CI runners',
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    <html lang="en" className={`${GeistSans.variable} ${GeistMono.variable}`} {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} suppressHydrationWarning />
      </head>
      <body>
        <Providers>{children}</Providers>
      </body>
    </html>
  );
}
