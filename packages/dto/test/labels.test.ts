import { canonicaliseLabels, isSubset, LabelSet, labelFault, parseLabelList } from '@berth/dto';
import { describe, expect, test } from 'vitest';

describe('labels', () => {
  test('[LBL-01] are trimmed, lower-cased, unique and sorted; empties are dropped', () => {
    expect(canonicaliseLabels([' X64', 'linux', 'LINUX ', '', '  '])).toEqual(['linux', 'x64']);
    expect(canonicaliseLabels([])).toEqual([]);
  });

  test('[LBL-02] are read from a comma list', () => {
    expect(parseLabelList('x64, Linux,,x64')).toEqual(['linux', 'x64']);
    expect(parseLabelList('')).toEqual([]);
  });

  test.for(['linux', 'Ubuntu-22.04', '0', 'a_b', 'a'.repeat(128)])('[LBL-03] %s is allowed', (label) => {
    expect(labelFault(label)).toBeUndefined();
  });

  test.for(['a,b', 'a b', 'a\nb', 'a/b', '.hidden', '-x', 'ä', '\u0000', 'a'.repeat(129)])(
    '[LBL-03] %j is not',
    (label) => {
      expect(labelFault(label)).toMatch(/^a label/);
    },
  );

  test('are satisfied by a session that offers all of them', () => {
    expect(isSubset(['linux'], ['linux', 'x64'])).toBe(true);
    expect(isSubset(['linux', 'gpu'], ['linux', 'x64'])).toBe(false);
    expect(isSubset([], ['linux'])).toBe(true);
  });
});

describe('a label set', () => {
  test('parses to its canonical form', () => {
    expect(LabelSet.parse(['X64', ' linux '])).toEqual(['linux', 'x64']);
  });

  test('[REG-20] takes twenty labels', () => {
    expect(LabelSet.parse(Array.from({ length: 20 }, (_, n) => `l${n}`))).toHaveLength(20);
  });

  test('[REG-19] refuses twenty-one, and names the label that is at fault', () => {
    expect(LabelSet.safeParse(Array.from({ length: 21 }, (_, n) => `l${n}`)).success).toBe(false);
    const { error } = LabelSet.safeParse(['ok', 'not/ok', 'x'.repeat(129)]);
    expect(error?.issues.map((issue) => issue.path)).toEqual([[1], [2]]);
  });

  test('is never empty', () => {
    expect(LabelSet.safeParse([]).success).toBe(false);
    expect(LabelSet.safeParse(['  ']).success).toBe(false);
  });
});
