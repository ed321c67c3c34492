import { testRootKey } from '@berth/testing';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/config.ts';

const sound = { DATABASE_URL: 'postgres://berth@localhost:5432/berth', BERTH_ROOT_KEY: testRootKey };

/** The faults that a start with these variables would tell, one a line. */
function faultsOf(env: Record<string, string | undefined>): string[] {
  try {
    readConfig({ ...sound, ...env });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n').slice(1);
  }
}

test('two variables are enough; the others have the shipped values', () => {
  const { keys, ...config } = readConfig(sound);
  expect(config).toEqual({
    databaseUrl: sound.DATABASE_URL,
    databasePool: 20,
    host: '127.0.0.1',
    port: 4000,
    consoleOrigin: 'http://127.0.0.1:3000',
    reservedLabels: [],
    logLevel: 'info',
    bodyBytesMax: 2_000_000,
    expireIntervalSeconds: 5,
    limits: { firstHeartbeatSeconds: 60, leaseSeconds: 180, cancelGraceSeconds: 60 },
  });
});

test('a variable that is empty counts as not set', () => {
  expect(readConfig({ ...sound, BERTH_PORT: '' }).port).toBe(4000);
  expect(faultsOf({ DATABASE_URL: '' })).toEqual([expect.stringMatching(/^ {2}DATABASE_URL is needed/)]);
});

test('every fault is told in one message, and no secret with them', () => {
  const faults = faultsOf({
    DATABASE_URL: 'mysql://u:hunter2@h/d',
    BERTH_ROOT_KEY: 'short',
    BERTH_PORT: '-1',
    BERTH_LEASE_SECONDS: 'long',
  });
  expect(faults.map((fault) => fault.trim().split(' ')[0])).toEqual([
    'DATABASE_URL',
    'BERTH_PORT',
    'BERTH_LEASE_SECONDS',
    'BERTH_ROOT_KEY',
  ]);
  expect(faults.join()).not.toMatch(/hunter2|short/);
});

describe('[CFG-02 decided] every number has its bounds: the extremes are taken, what lies beyond, fractions and words are not', () => {
  test.each([
    ['BERTH_PORT', 0, 65_535],
    ['BERTH_DATABASE_POOL', 2, 200],
    ['BERTH_BODY_BYTES_MAX', 1_024, 50_000_000],
    ['BERTH_LEASE_SECONDS', 2, 3_600],
    ['BERTH_FIRST_HEARTBEAT_SECONDS', 1, 3_599],
    ['BERTH_CANCEL_GRACE_SECONDS', 1, 3_600],
    ['BERTH_EXPIRE_INTERVAL_SECONDS', 1, 60],
  ])('%s from %d to %d', (name, min, max) => {
    // The relations between two of them are another test's affair.
    const wide =
      name === 'BERTH_LEASE_SECONDS' ? { BERTH_FIRST_HEARTBEAT_SECONDS: '1' } : { BERTH_LEASE_SECONDS: '3600' };
    const faults = (value: number | string) => faultsOf({ ...wide, [name]: String(value) });
    for (const value of [min, max]) expect(faults(value), `${value}`).toEqual([]);
    for (const value of [min - 1, max + 1, -1, min + 0.5, 'many', 'NaN', 'Infinity'])
      expect(faults(value), `${value}`).toEqual([expect.stringMatching(new RegExp(`^ {2}${name} `))]);
  });
});

test('[CFG-03] the time to a first beat must be shorter than a lease', () => {
  const faults = (first: number, lease: number) =>
    faultsOf({ BERTH_FIRST_HEARTBEAT_SECONDS: String(first), BERTH_LEASE_SECONDS: String(lease) });
  expect(faults(60, 180)).toEqual([]);
  expect(faults(180, 180)).toEqual(['  BERTH_FIRST_HEARTBEAT_SECONDS must be shorter than BERTH_LEASE_SECONDS']);
});

test('the console stands on https, or on http at a loopback address', () => {
  const faults = (origin: string) => faultsOf({ BERTH_CONSOLE_ORIGIN: origin });
  for (const origin of [
    'https://console.example.com',
    'http://localhost:3000',
    'http://127.0.0.1',
    'http://[::1]:3000',
  ])
    expect(faults(origin), origin).toEqual([]);
  for (const origin of ['http://console.example.com', 'http://127.evil.example', 'ftp://localhost', 'console'])
    expect(faults(origin), origin).toEqual([expect.stringMatching(/^ {2}BERTH_CONSOLE_ORIGIN /)]);
  expect(readConfig({ ...sound, BERTH_CONSOLE_ORIGIN: 'https://console.example.com/path/' }).consoleOrigin).toBe(
    'https://console.example.com',
  );
});

test('[SIG-11 decided] one root key derives four distinct keys, always the same; a root that is not the canonical base64 of 32 bytes is a start-up error', () => {
  const { keys } = readConfig(sound);
  const hex = Object.values(keys).map((key) => Buffer.from(key).toString('hex'));
  expect(Object.keys(keys)).toEqual(['session', 'lease', 'step', 'operator']);
  expect(new Set(hex).size).toBe(4);
  for (const key of Object.values(keys)) expect(key).toHaveLength(32);
  expect(readConfig(sound).keys).toEqual(keys);
  const other = readConfig({ ...sound, BERTH_ROOT_KEY: Buffer.alloc(32, 8).toString('base64') }).keys;
  expect(Object.values(other).map((key) => Buffer.from(key).toString('hex'))).not.toContain(hex[0]);

  const bytes = Buffer.alloc(32, 0xff);
  for (const root of [
    Buffer.alloc(31).toString('base64'),
    Buffer.alloc(33).toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    `${testRootKey}\n`,
    ` ${testRootKey}`,
    `${testRootKey}=`,
    // The same bytes, with stray bits in the last character.
    `${bytes.toString('base64').slice(0, -2)}9=`,
  ])
    expect(faultsOf({ BERTH_ROOT_KEY: root }), root).toEqual([
      '  BERTH_ROOT_KEY must be the base64 of 32 bytes; make one with: openssl rand -base64 32',
    ]);
});

describe('reserved labels', () => {
  test('[CFG-01] [LBL-09] are none by default, read as a comma list, and a bad one stops the start by name', () => {
    const reserved = (list?: string) => readConfig({ ...sound, BERTH_RESERVED_LABELS: list }).reservedLabels;
    expect(reserved()).toEqual([]);
    expect(reserved(' GPU, berth-hosted,gpu ')).toEqual(['berth-hosted', 'gpu']);
    expect(() => reserved('gpu,not/ok')).toThrow(/BERTH_RESERVED_LABELS "not\/ok"/);
  });
});
