import { randomBytes } from 'node:crypto';
import { createSignals, type Deps, deriveKeys } from '@berth/core';
import type { Database } from '@berth/db';
import { uuidv7 } from 'uuidv7';

/** The shipped limits: 60 s to a first beat, 180 s of silence, 60 s of grace. */
export const testLimits = { firstHeartbeatSeconds: 60, leaseSeconds: 180, cancelGraceSeconds: 60 };

/** Base64 of 32 bytes, the same in every test process. */
export const testRootKey = Buffer.alloc(32, 7).toString('base64');

/** What operations need, on a real database, with real keys and real signals. */
export function testDeps(database: Database): Deps {
  return {
    database,
    limits: testLimits,
    keys: deriveKeys(testRootKey),
    reservedLabels: [],
    signals: createSignals(),
    now: () => new Date(),
    monotonicMs: () => performance.now(),
    newId: uuidv7,
    randomBytes: (size) => randomBytes(size),
  };
}
