const intervalsMax = 5;
const toleranceSecondsMin = 15;

/** A loop is healthy while its last success is younger than several of its intervals, and never judged by the second. */
export function isHealthy(secondsSinceSuccess: number | null, intervalSeconds: number): boolean {
  if (secondsSinceSuccess === null) return false;
  return secondsSinceSuccess <= Math.max(toleranceSecondsMin, intervalsMax * intervalSeconds);
}
