import { createRunner } from '@berth/client/runner';
import { runnerConfig } from './config.ts';
import { jobHandler } from './job.ts';
import { log, logEvent } from './log.ts';
import { orchestratorAt } from './orchestrator.ts';
import { killAllGroups } from './process-group.ts';

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const config = runnerConfig(process.env);
  const runner = createRunner({
    url: config.BERTH_URL,
    registrationToken: config.BERTH_REGISTRATION_TOKEN,
    labels: config.RUNNER_LABELS,
    name: config.RUNNER_NAME,
    slots: config.RUNNER_SLOTS,
    onEvent: logEvent,
    run: jobHandler({
      orchestrator: orchestratorAt(config.ORCHESTRATOR_URL),
      workDir: config.RUNNER_WORK_DIR,
      cancelGraceSeconds: config.RUNNER_CANCEL_GRACE_SECONDS,
      log,
    }),
  });

  // Whatever ends this process, its jobs end with it.
  process.on('exit', killAllGroups);
  let signals = 0;
  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    process.on(name, () => {
      signals++;
      log('signal', {
        name,
        meaning: ['finish the running jobs', 'stop the running jobs'][signals - 1] ?? 'end at once',
      });
      if (signals > 2) process.exit(1);
      void runner.drain();
    });
  }
  await runner.run();
}
