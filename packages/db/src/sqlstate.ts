/** Names for the SQLSTATE codes that decide something. */
export const sqlstate = {
  uniqueViolation: '23505',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  lockNotAvailable: '55P03',
  queryCanceled: '57014',
  adminShutdown: '57P01',
  crashShutdown: '57P02',
  cannotConnectNow: '57P03',
  tooManyConnections: '53300',
} as const;

const connectionLost = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
]);

/** The SQLSTATE, or the driver's own code, of an error or of the error that caused it. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error.cause);
}

/** The database could not be reached, or went away. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error);
  if (code === undefined) return false;
  return (
    connectionLost.has(code) ||
    code === sqlstate.adminShutdown ||
    code === sqlstate.crashShutdown ||
    code === sqlstate.cannotConnectNow ||
    code === sqlstate.tooManyConnections
  );
}

/** Rolled back by the database, and likely to succeed when it is begun again. */
export function isTransient(error: unknown): boolean {
  const code = codeOf(error);
  return (
    code === sqlstate.deadlockDetected || code === sqlstate.serializationFailure || code === sqlstate.lockNotAvailable
  );
}
