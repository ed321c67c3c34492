import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Ids of the live processes that work below a folder and whose command line holds this text. */
export function processesWith(text: string, folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => workingFolder(pid).startsWith(folder) && commandLine(pid).includes(text))
    .map(Number);
}

function workingFolder(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return ''; // it ended while we looked
  }
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ''; // it ended while we looked
  }
}
