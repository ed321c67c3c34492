import { closeSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { JournalEntry } from './journal-entry.ts';

export type Journal = {
  /** On disk when it returns: what was told to anybody after it survives a `kill -9` and a power cut. */
  append(entry: JournalEntry): void;
  close(): void;
};

/** Opens an append-only file of one JSON line per fact, and hands its entries to `replay` in order. */
export function openJournal(file: string, replay: (entry: JournalEntry) => void): Journal {
  mkdirSync(dirname(file), { recursive: true });
  const descriptor = openSync(file, 'a+', 0o600);
  syncFolder(dirname(file));
  const text = readFileSync(descriptor, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  // A crash in the middle of a write leaves half a line, which nobody was told of: cut it, or the next entry would be glued to it.
  if (whole.length < text.length) ftruncateSync(descriptor, Buffer.byteLength(whole));
  whole.split('\n').forEach((line, index) => {
    if (line !== '') replay(parseLine(line, `${file}:${index + 1}`));
  });
  return {
    append(entry) {
      const line = Buffer.from(`${JSON.stringify(entry)}\n`);
      for (let written = 0; written < line.length; ) written += writeSync(descriptor, line, written);
      fsyncSync(descriptor);
    },
    close: () => closeSync(descriptor),
  };
}

function parseLine(line: string, where: string): JournalEntry {
  try {
    return JournalEntry.parse(JSON.parse(line));
  } catch (error) {
    throw new Error(`${where}: this line of the journal cannot be read; repair it or move the folder away`, {
      cause: error,
    });
  }
}

/** A new file is only safe once its folder's entry is. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
