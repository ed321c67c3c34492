import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Problem } from '../problem.ts';
import { runTool } from '../processes/run-tool.ts';
import { type Credentials, homeOf } from './credentials.ts';
import { whoRuns } from './folder.ts';

/** Queues the demo workflow with the orchestrator that runs in this folder. @throws Problem when none does */
export async function queueDemo(): Promise<number> {
  const orchestratorUrl = whoRuns()?.orchestratorUrl;
  if (!orchestratorUrl)
    throw new Problem('Nothing runs in this folder yet: run "npm start" first, in another terminal.');
  console.log(await submitDemo(orchestratorUrl));
  return 0;
}

/** The first start with a database shows something at once; later ones leave the queue as it was. */
export async function queueFirstDemo(orchestratorUrl: string, credentials: Credentials): Promise<void> {
  const marker = join(homeOf(credentials), 'demo-queued');
  if (existsSync(marker)) return;
  await submitDemo(orchestratorUrl);
  mkdirSync(dirname(marker), { recursive: true });
  writeFileSync(marker, '');
}

async function submitDemo(orchestratorUrl: string): Promise<string> {
  const args = ['examples/orchestrator/main.ts', 'submit', 'examples/demo/workflow.yaml'];
  const { code, output } = await runTool(process.execPath, args, {
    env: { ORCHESTRATOR_URL: orchestratorUrl },
    quiet: true,
  });
  if (code !== 0) throw new Problem(`The demo workflow could not be queued: ${output.trim()}`);
  return output.trim();
}
