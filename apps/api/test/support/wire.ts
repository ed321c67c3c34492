import { type AddressInfo, createServer, connect as openSocket, type Socket } from 'node:net';

export type Wire = {
  /** The database's url, by this wire. */
  url: string;
  /** Cuts every connection and takes no new one: the database is gone. */
  cut(): Promise<void>;
  /** The database is back at the same address. */
  mend(): Promise<void>;
  close(): Promise<void>;
};

/** A wire to a database that a test can cut. */
export async function wireTo(databaseUrl: string): Promise<Wire> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = openSocket(Number(target.port || 5432), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const cut = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of open) socket.destroy();
    await closed;
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return { url: url.href, cut, mend: () => listen(port), close: () => (server.listening ? cut() : Promise.resolve()) };
}
