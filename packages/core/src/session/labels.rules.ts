import { isSubset } from '@berth/dto';

/** Who vouches for a session's labels: the installation itself, one of its workspaces, or whoever started the runner. */
export type LabelScope = 'installation' | 'workspace' | 'manual';

/**
 * The labels that a session may offer. Reserved ones are for machines of the installation: they are stripped from
 * everybody else's. (LBL-06, LBL-07, LBL-08)
 *
 * @returns the labels kept, and whether nothing is left of a set that was not empty. (LBL-10)
 */
export function allowedLabels(
  scope: LabelScope,
  labels: readonly string[],
  reserved: readonly string[],
): { labels: string[]; allReserved: boolean } {
  if (scope === 'installation') return { labels: [...labels], allReserved: false };
  const kept = labels.filter((label) => !reserved.includes(label));
  return { labels: kept, allReserved: labels.length > 0 && isSubset(labels, reserved) };
}
