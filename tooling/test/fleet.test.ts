import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../src/port.ts';
import { Fleet, type Service } from '../src/processes/fleet.ts';
import { type Reaper, startReaper } from '../src/processes/reaper.ts';

const never = new AbortController().signal;

describe('a fleet of services', () => {
  let folder: string;
  let reaper: Reaper;
  let fleet: Fleet;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'berth-fleet-'));
    reaper = startReaper();
    fleet = new Fleet(reaper, folder);
  });
  afterEach(() => {
    fleet.kill();
    reaper.dismiss();
    rmSync(folder, { recursive: true });
  });

  /** A service that runs `script`, with the port it is to listen on. */
  const service = (name: string, script: string, more: Partial<Service> = {}): Service => {
    const file = join(folder, `${name}.mjs`);
    writeFileSync(file, script);
    return { name, args: [file], env: {}, stopSeconds: 10, ...more };
  };
  const logOf = (name: string) => readFileSync(join(folder, `${name}.log`), 'utf8');

  test('is up when every service answers, and down when every service has ended', async () => {
    const port = await freePort();
    const server = service(
      'server',
      `import { createServer } from 'node:http';
       const server = createServer((_, response) => response.end('yes')).listen(${port}, '127.0.0.1');
       process.on('SIGTERM', () => { console.log('goodbye'); server.close(); server.closeAllConnections(); });`,
      { readyUrl: `http://127.0.0.1:${port}` },
    );
    await fleet.start([server], never);
    expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('yes');
    await fleet.stop([server]);
    expect(logOf('server')).toBe('goodbye\n');
  });

  test('tells which service ended by itself, how, and what it said last', async () => {
    await fleet.start([service('runner', "console.log('the disk is full'); process.exitCode = 3;")], never);
    const run = fleet.run(never);
    await expect(run).rejects.toThrow(/^The runner has ended by itself \(exit code 3\)\./);
    await expect(run).rejects.toThrow(/runner\.log:\n {2}the disk is full$/);
  });

  test('kills a service that does not end in time', async () => {
    const port = await freePort();
    const deaf = service(
      'deaf',
      `import { createServer } from 'node:http';
       process.on('SIGTERM', () => console.log('not yet'));
       createServer((_, response) => response.end()).listen(${port}, '127.0.0.1');`,
      { readyUrl: `http://127.0.0.1:${port}`, urgeSeconds: 0.2, stopSeconds: 0.6 },
    );
    await fleet.start([deaf], never);
    await fleet.stop([deaf]);
    expect(logOf('deaf')).toBe('not yet\nnot yet\n');
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
  });

  test('gives no service the secrets of the one who starts it', async () => {
    process.env.BERTH_ROOT_KEY = 'secret';
    try {
      await fleet.start([service('nosy', "console.log(process.env.BERTH_ROOT_KEY ?? 'nothing');")], never);
      await expect(fleet.run(never)).rejects.toThrow('nothing');
    } finally {
      delete process.env.BERTH_ROOT_KEY;
    }
  });
});
