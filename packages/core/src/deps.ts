import type { Database, LeaseLimits } from '@berth/db';
import type { Signals } from './signals.ts';

/**
 * All that an operation may use of the world around it. Facts take the database's clock; `now` serves the signed
 * tokens' times and `monotonicMs` the length of a long poll, nothing else.
 */
export type Deps = {
  database: Database;
  limits: LeaseLimits;
  keys: SigningKeys;
  /** Canonical; for machines of the installation alone. */
  reservedLabels: readonly string[];
  signals: Signals;
  now(): Date;
  monotonicMs(): number;
  newId(): string;
  randomBytes(size: number): Uint8Array;
};

/** One derived key for each audience, so that no signed token passes for another kind. 32 bytes each. */
export type SigningKeys = { session: Uint8Array; lease: Uint8Array; step: Uint8Array; operator: Uint8Array };
