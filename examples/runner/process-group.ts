import { readdirSync, readFileSync } from 'node:fs';

/**
 * Who belongs to a job, and how it is ended.
 *
 * Each step is the leader of a process group of its own, and every process that it starts inherits a marker in its
 * environment. Ending a job signals the group; when the step is over, what is left of the group is killed, and on Linux
 * also whatever carries the marker: a process that made itself a session of its own has left the group, but not its environment.
 * What wiped its environment as well is out of reach; only a container or a cgroup holds that.
 */
export const markerVariable = 'BERTH_EXECUTION';

/** More than one, since a process may fork while the list is read. */
const sweepRounds = 5;

/** Leader and marker of each. */
const liveGroups = new Map<number, string>();

/** From now until `endGroup`, the runner's own exit kills this group. */
export function trackGroup(leader: number, marker: string): void {
  liveGroups.set(leader, marker);
}

/** Sends a signal to every process of the group; false when it has none left. */
export function signalGroup(leader: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(-leader, signal);
    return true;
  } catch {
    return false;
  }
}

/** Kills what a step has left behind. */
export function endGroup(leader: number, marker: string): void {
  signalGroup(leader, 'SIGKILL');
  liveGroups.delete(leader);
  for (let round = 0; round < sweepRounds; round++) {
    const left = marked(marker);
    if (left.length === 0) return;
    left.forEach(kill);
  }
}

/** For the runner's own end, whatever brings it about: synchronous, since no event loop runs any more. */
export function killAllGroups(): void {
  for (const [leader, marker] of liveGroups) endGroup(leader, marker);
}

function marked(marker: string): number[] {
  const wanted = `${markerVariable}=${marker}`;
  return pids().filter((pid) => environmentOf(pid).includes(wanted));
}

function pids(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** Empty for a process that is gone, or not ours to read. */
function environmentOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
  } catch {
    return [];
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}
