import { createServer } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { choosePort, freePort } from '../src/port.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('the default holds unless the variable says otherwise', async () => {
  const [fallback, chosen] = [await freePort(), await freePort()];
  expect(await choosePort('A_PORT', fallback, 'api')).toBe(fallback);
  vi.stubEnv('A_PORT', String(chosen));
  expect(await choosePort('A_PORT', fallback, 'api')).toBe(chosen);
});

test('a port in use is named, with the variable that changes it', async () => {
  const port = await freePort();
  const holder = createServer().listen(port, '127.0.0.1');
  try {
    await vi.waitUntil(() => holder.listening);
    await expect(choosePort('A_PORT', port, 'api')).rejects.toThrow(
      `Port ${port} for the api is in use: stop what listens there, or choose another with A_PORT=…`,
    );
  } finally {
    holder.close();
  }
});

test.each(['0', '65536', '4000x', '1.5', '-1'])('%s is no port', async (value) => {
  vi.stubEnv('A_PORT', value);
  await expect(choosePort('A_PORT', 4000, 'api')).rejects.toThrow(`A_PORT=${value} is not a port`);
});
