import { deriveKeys, type SigningKeys } from '@berth/core';
import { labelFault, parseLabelList } from '@berth/dto';
import { z } from 'zod';

const seconds = (fallback: number, max: number, min = 1) => z.coerce.number().int().min(min).max(max).default(fallback);

const rootKey = z.string({ error: 'is needed: the base64 of 32 bytes, the same in every api process' });

/** Every variable that the api reads, each with its bounds. */
const Environment = z.object({
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'is needed: postgres://user:password@host:port/database' })
    .describe('PostgreSQL 15 or newer'),
  BERTH_ROOT_KEY: rootKey.describe('root of the signing keys: base64 of 32 bytes'),
  BERTH_HOST: z.string().min(1).default('127.0.0.1').describe('address to listen on'),
  BERTH_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(4000)
    .describe('port to listen on; 0 takes a free one'),
  BERTH_CONSOLE_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .default('http://127.0.0.1:3000')
    .describe('where browsers find the console; https, or http on loopback'),
  BERTH_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info').describe('least level logged'),
  BERTH_DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20).describe('connections of this process'),
  BERTH_BODY_BYTES_MAX: z.coerce
    .number()
    .int()
    .min(1_024)
    .max(50_000_000)
    .default(2_000_000)
    .describe('largest request'),
  BERTH_FIRST_HEARTBEAT_SECONDS: seconds(60, 3_599).describe('a lease without a first beat ends after this'),
  BERTH_LEASE_SECONDS: seconds(180, 3_600, 2).describe('a lease ends after this silence'),
  BERTH_CANCEL_GRACE_SECONDS: seconds(60, 3_600).describe('a cancelled lease ends after this, beats or not'),
  BERTH_RESERVED_LABELS: z
    .string()
    .default('')
    .transform((list, context) => {
      for (const label of list.split(',')) {
        const fault = labelFault(label);
        if (fault) context.issues.push({ code: 'custom', message: `"${label.trim()}": ${fault}`, input: list });
      }
      return parseLabelList(list);
    })
    .describe('comma list of labels that only machines of the installation may offer'),
  BERTH_EXPIRE_INTERVAL_SECONDS: seconds(5, 60).describe('pause between two looks for leases to end'),
});

export type Config = {
  databaseUrl: string;
  databasePool: number;
  host: string;
  port: number;
  consoleOrigin: string;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  bodyBytesMax: number;
  expireIntervalSeconds: number;
  reservedLabels: readonly string[];
  limits: { firstHeartbeatSeconds: number; leaseSeconds: number; cancelGraceSeconds: number };
  keys: SigningKeys;
};

/** The environment is not fit to start with; the message names every fault, one a line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** @throws ConfigError with all faults in one message. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  const faults = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  const keys = keysFrom(given.BERTH_ROOT_KEY, faults);
  if (parsed.success) faults.push(...relations(parsed.data));
  if (!parsed.success || !keys || faults.length > 0)
    throw new ConfigError(['the configuration is not usable:', ...faults.map((fault) => `  ${fault}`)].join('\n'));
  const env = parsed.data;
  return {
    databaseUrl: env.DATABASE_URL,
    databasePool: env.BERTH_DATABASE_POOL,
    host: env.BERTH_HOST,
    port: env.BERTH_PORT,
    consoleOrigin: new URL(env.BERTH_CONSOLE_ORIGIN).origin,
    logLevel: env.BERTH_LOG_LEVEL,
    bodyBytesMax: env.BERTH_BODY_BYTES_MAX,
    expireIntervalSeconds: env.BERTH_EXPIRE_INTERVAL_SECONDS,
    reservedLabels: env.BERTH_RESERVED_LABELS,
    limits: {
      firstHeartbeatSeconds: env.BERTH_FIRST_HEARTBEAT_SECONDS,
      leaseSeconds: env.BERTH_LEASE_SECONDS,
      cancelGraceSeconds: env.BERTH_CANCEL_GRACE_SECONDS,
    },
    keys,
  };
}

/** Derives the keys at once, so that a bad root is told with the other faults. The key itself is never repeated. */
function keysFrom(root: string | undefined, faults: string[]): SigningKeys | undefined {
  if (root === undefined) return undefined;
  try {
    return deriveKeys(root);
  } catch (error) {
    faults.push(`BERTH_ROOT_KEY ${error instanceof Error ? error.message : 'is not usable'}`);
    return undefined;
  }
}

function relations(env: z.infer<typeof Environment>): string[] {
  const faults = [];
  if (env.BERTH_FIRST_HEARTBEAT_SECONDS >= env.BERTH_LEASE_SECONDS)
    faults.push('BERTH_FIRST_HEARTBEAT_SECONDS must be shorter than BERTH_LEASE_SECONDS');
  if (new URL(env.BERTH_CONSOLE_ORIGIN).protocol === 'http:' && !isLoopback(new URL(env.BERTH_CONSOLE_ORIGIN).hostname))
    faults.push('BERTH_CONSOLE_ORIGIN must be https unless it is a loopback address: the sign-in cookie needs it');
  return faults;
}

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
