const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const padded = (n: number) => String(Math.floor(n)).padStart(2, '0');

/** A length of time in the two largest units that matter: "42s", "3m 07s", "2h 05m", "4d 3h". Negative counts as none. */
export function formatDuration(milliseconds: number): string {
  const ms = Math.max(0, milliseconds);
  if (ms < minute) return `${Math.floor(ms / second)}s`;
  if (ms < hour) return `${Math.floor(ms / minute)}m ${padded((ms % minute) / second)}s`;
  if (ms < day) return `${Math.floor(ms / hour)}h ${padded((ms % hour) / minute)}m`;
  return `${Math.floor(ms / day)}d ${Math.floor((ms % day) / hour)}h`;
}

/** Between steps of a timeline, where tenths of a second tell something. */
export function formatStep(milliseconds: number): string {
  const ms = Math.max(0, milliseconds);
  if (ms < second) return `${Math.round(ms)}ms`;
  return ms < 10 * second ? `${(ms / second).toFixed(1)}s` : formatDuration(ms);
}

const parts: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
};

/** Date, time and zone as the operator's place has them, then the same in UTC. */
export function formatAbsolute(instant: string): string {
  const date = new Date(instant);
  const local = new Intl.DateTimeFormat('sv-SE', parts).format(date);
  const zone = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' })
    .formatToParts(date)
    .find((part) => part.type === 'timeZoneName')?.value;
  const utc = `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  return zone === 'UTC' ? utc : `${local} ${zone} (${utc})`;
}

/** The time of day, in the operator's zone. */
export function formatTimeOfDay(instant: string): string {
  return new Intl.DateTimeFormat('sv-SE', { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(
    new Date(instant),
  );
}
