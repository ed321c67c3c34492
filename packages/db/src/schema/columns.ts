import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

/** Text on both sides, so that microseconds survive; the database's clock is the only one that writes them. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' });
/** 64-bit counters: sequence values and positions, well below 2^53. */
export const counter = (name: string) => bigint(name, { mode: 'number' });
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
