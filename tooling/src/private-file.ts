import { renameSync, writeFileSync } from 'node:fs';

/** Writes a file that only its owner can read, whole or not at all: a crash must not cut a password short. */
export function writePrivateFile(file: string, text: string): void {
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, text, { mode: 0o600 });
  renameSync(partial, file);
}
