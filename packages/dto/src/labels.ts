import { z } from 'zod';

export const labelsMax = 20;
export const labelLengthMax = 128;

const grammar = /^[a-z0-9][a-z0-9._-]*$/;
const grammarInWords = 'must start with a letter or digit and hold only letters, digits, ".", "_" and "-"';

/** Trims, lower-cases, drops empties and duplicates, sorts. (LBL-01) */
export function canonicaliseLabels(raw: readonly string[]): string[] {
  const labels = raw.map((label) => label.trim().toLowerCase()).filter((label) => label !== '');
  return [...new Set(labels)].sort();
}

/** Splits a comma list, as it stands in a variable or a flag, and canonicalises it. (LBL-02) */
export function parseLabelList(list: string): string[] {
  return canonicaliseLabels(list.split(','));
}

/** Why a label cannot be used, or undefined when it can. (LBL-03) */
export function labelFault(raw: string): string | undefined {
  const label = raw.trim().toLowerCase();
  if (label === '') return undefined;
  if (label.length > labelLengthMax) return `a label has at most ${labelLengthMax} characters`;
  return grammar.test(label) ? undefined : `a label ${grammarInWords}`;
}

/** True when every required label is offered. */
export function isSubset(required: readonly string[], offered: readonly string[]): boolean {
  const set = new Set(offered);
  return required.every((label) => set.has(label));
}

/** 1–20 labels in any case and order; parses to the canonical label set, which is never empty. (ENQ-04, ENQ-05, REG-19) */
export const LabelSet = z
  .array(z.string())
  .min(1)
  .max(labelsMax)
  .transform((raw, context) => {
    raw.forEach((label, index) => {
      const message = labelFault(label);
      if (message) context.issues.push({ code: 'custom', path: [index], message, input: label });
    });
    const labels = canonicaliseLabels(raw);
    if (labels.length === 0)
      context.issues.push({ code: 'custom', path: [], message: 'at least one label is needed', input: raw });
    return labels;
  })
  .brand<'LabelSet'>();
export type LabelSet = z.infer<typeof LabelSet>;
