/** The database's text for an instant as RFC 3339 in UTC, milliseconds. */
export function iso(instant: string): string {
  return new Date(instant).toISOString();
}

export function isoOrNull(instant: string | null): string | null {
  return instant === null ? null : iso(instant);
}
