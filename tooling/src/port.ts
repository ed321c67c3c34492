import { createServer } from 'node:net';
import { codeOf, Problem } from './problem.ts';

/** A TCP port of the loopback address that nobody listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/** Whether `port` of the loopback address can be listened on: undefined if so, else the system's error code. */
export function portTrouble(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => resolve(codeOf(error) ?? error.message));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(undefined)));
  });
}

/**
 * The port named by an environment variable, or its default; checked before anything starts, because a server
 * that finds its port taken half a minute later costs a start and leaves a stack trace.
 * @throws Problem when the value is no port, or when the port cannot be had
 */
export async function choosePort(variable: string, fallback: number, usedFor: string): Promise<number> {
  const value = process.env[variable] || String(fallback);
  const port = Number(value);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Problem(`${variable}=${value} is not a port: give a whole number from 1 to 65535.`);
  }
  const trouble = await portTrouble(port);
  if (trouble === undefined) return port;
  const why =
    trouble === 'EADDRINUSE' ? 'is in use' : trouble === 'EACCES' ? 'needs more rights' : `fails (${trouble})`;
  throw new Problem(
    `Port ${port} for the ${usedFor} ${why}: stop what listens there, or choose another with ${variable}=…`,
  );
}
