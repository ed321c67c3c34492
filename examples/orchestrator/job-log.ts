import { appendFileSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const jobLogBytesMax = 20_000_000;

export type JobLogs = {
  path(runId: string, job: string): string;
  /**
   * Adds a chunk that begins at byte `offset` of the job's log. What is there already is passed over, so a chunk whose reply was
   * lost can be sent again; a gap is refused. Answers the new size.
   */
  append(
    runId: string,
    job: string,
    offset: number | undefined,
    chunk: Buffer,
  ): { size: number } | { gapAt: number } | 'full';
};

/** One text file per job. Synchronous on purpose: two chunks of one job must not cross. */
export function openJobLogs(folder: string): JobLogs {
  const path = (runId: string, job: string) => join(folder, runId, `${job}.log`);
  return {
    path,
    append(runId, job, offset, chunk) {
      const file = path(runId, job);
      mkdirSync(dirname(file), { recursive: true });
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      const known = size - (offset ?? size);
      if (known < 0) return { gapAt: size };
      const news = chunk.subarray(Math.min(known, chunk.length));
      if (size + news.length > jobLogBytesMax) return 'full';
      if (news.length > 0 || size === 0) appendFileSync(file, news);
      return { size: size + news.length };
    },
  };
}
