/** A session counts as live while it was in contact within this time, or holds a lease. */
export const liveSessionSeconds = 90;
