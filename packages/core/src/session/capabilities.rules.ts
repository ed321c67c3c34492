import type { EffectiveCapabilities, Harness, ToolCapabilities } from '@berth/dto';

const nothing: ToolCapabilities = { harnesses: {} };

/** The report if there is one and it is no older than `staleAfterSeconds`, else an empty one. (CAP-01, CAP-02, CAP-06) */
export function effectiveCapabilities(
  report: ToolCapabilities | null,
  ageSeconds: number | null,
  staleAfterSeconds: number,
): EffectiveCapabilities {
  const fresh = report !== null && ageSeconds !== null && ageSeconds <= staleAfterSeconds;
  return { capabilities: fresh ? report : nothing, reportFresh: fresh };
}

/** The tools of those asked for that the harness does not offer, in the order asked, exact names. (CAP-03, CAP-04) */
export function missingTools({ harnesses }: ToolCapabilities, harness: Harness, asked: readonly string[]): string[] {
  const offered = new Set(harnesses[harness] ?? []);
  return asked.filter((tool) => !offered.has(tool));
}
