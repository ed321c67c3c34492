import closeWithGrace from 'close-with-grace';
import { ConfigError, readConfig } from './config.ts';
import { createLog } from './log.ts';
import { startApi } from './server.ts';

const stopMsMax = 15_000;

try {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const api = await startApi(config, log);
  log.info({ host: config.host, port: api.port }, 'the api listens');
  closeWithGrace({ delay: stopMsMax, logger: false }, async ({ err, signal }) => {
    if (err) log.error({ error: err }, 'the api stops on an error nobody caught');
    else log.info({ signal }, 'the api stops');
    await api.stop();
  });
} catch (error) {
  process.stderr.write(`${startFault(error)}\n`);
  process.exit(1);
}

function startFault(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return 'the port is in use by another process; stop it, or set BERTH_PORT to another';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
