import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDir } from '../paths.ts';
import { Problem } from '../problem.ts';
import { runTool } from '../processes/run-tool.ts';
import { whoRuns } from './folder.ts';

const marker = join(dataDir, 'demo-queued');

/** Queues the demo workflow with the orchestrator that runs in this folder. @throws Problem when none does */
export async function queueDemo(): Promise<number> {
  const orchestratorUrl = whoRuns()?.orchestratorUrl;
  if (!orchestratorUrl)
    throw new Problem('Nothing runs in this folder yet: run "npm start" first, in another terminal.');
  console.log(await submitDemo(orchestratorUrl));
  return 0;
}

/** The first start shows something at once; later ones leave the queue as it was. */
export async function queueFirstDemo(orchestratorUrl: string): Promise<void> {
  if (!existsSync(marker)) await submitDemo(orchestratorUrl);
}

async function submitDemo(orchestratorUrl: string): Promise<string> {
  const args = ['examples/orchestrator/main.ts', 'submit', 'examples/demo/workflow.yaml'];
  const { code, output } = await runTool(process.execPath, args, {
    env: { ORCHESTRATOR_URL: orchestratorUrl },
    quiet: true,
  });
  if (code !== 0) throw new Problem(`The demo workflow could not be queued: ${output.trim()}`);
  writeFileSync(marker, '');
  return output.trim();
}
