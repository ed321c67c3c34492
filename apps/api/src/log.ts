import { pino } from 'pino';

/** Secrets that could stand inside a logged text. */
const secrets = /bth_[a-z]+_[A-Za-z0-9_-]+|eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+/g;

export const redact = (text: string): string => text.replace(secrets, '[redacted]');

/** Structured logs, one JSON object a line; tokens and cookies never reach them. */
export function createLog(level: string) {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['authorization', 'cookie', '*.authorization', '*.cookie', 'token', '*.token'],
    serializers: { error: toLoggable },
  });
}

export type Log = ReturnType<typeof createLog>;

/** An unknown error, whole, for the log alone. A driver's error carries its query's parameters: they stay out. */
function toLoggable(error: unknown): unknown {
  if (!(error instanceof Error)) return redact(String(error));
  return {
    name: error.name,
    message: redact(error.message),
    stack: redact(error.stack ?? ''),
    ...('code' in error ? { code: error.code } : {}),
    ...(error.cause === undefined ? {} : { cause: toLoggable(error.cause) }),
  };
}
