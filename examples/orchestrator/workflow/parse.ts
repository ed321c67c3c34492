import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { graphFaults } from './graph.ts';
import { Workflow } from './schema.ts';

export type WorkflowFault = { file: string; line: number; message: string };

/** Every fault that was found, one `file:line: where: what to change` per line. */
export class WorkflowError extends Error {
  override readonly name = 'WorkflowError';
  readonly faults: readonly WorkflowFault[];

  constructor(faults: readonly WorkflowFault[]) {
    super(faults.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('\n'));
    this.faults = faults;
  }
}

/** Reads a workflow. `file` is only for the messages. Throws WorkflowError with all faults of the first stage that has any. */
export function parseWorkflow(text: string, file: string): Workflow {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const refuse = (faults: { line: number; message: string }[]): void => {
    if (faults.length > 0) throw new WorkflowError(faults.map((fault) => ({ file, ...fault })));
  };

  refuse(
    document.errors.map((error) => ({
      line: error.linePos?.[0].line ?? 1,
      message: `not readable as YAML: ${error.message.split(' at line ')[0]}`,
    })),
  );
  const parsed = Workflow.safeParse(plain(document, refuse));
  const lineAt = (path: Path) => lines.linePos(offsetOf(document, path)).line;
  const fault = (path: Path, message: string) => ({
    line: lineAt(path),
    message: path.length > 0 ? `${path.join('.')}: ${message}` : message,
  });
  if (!parsed.success) {
    refuse(parsed.error.issues.flatMap((issue) => readable(issue).map(({ path, message }) => fault(path, message))));
    throw new WorkflowError([{ file, line: 1, message: 'not a workflow' }]);
  }
  refuse(graphFaults(parsed.data.jobs).map(({ path, message }) => fault(path, message)));
  return parsed.data;
}

type Path = (string | number)[];

/** An alias that is used without bound makes yaml throw here: it grows a small file into gigabytes. */
function plain(document: Document, refuse: (faults: { line: number; message: string }[]) => void): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    refuse([{ line: 1, message: error instanceof Error ? error.message : String(error) }]);
    return undefined;
  }
}

/** zod's words, with what to change where it says only what is wrong. */
function readable(issue: z.core.$ZodIssue): { path: Path; message: string }[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: 'this key is not known here; remove it or correct its name',
    }));
  if (issue.code === 'invalid_key') return [{ path, message: issue.issues[0]?.message ?? issue.message }];
  if (path.length === 0) return [{ path, message: 'a workflow is a map with the keys "name" and "jobs"' }];
  if (issue.code === 'invalid_type' && issue.input === undefined)
    return [{ path, message: `is missing; add it (expected ${issue.expected})` }];
  return [{ path, message: issue.message }];
}

/** Where a path begins in the text: its key if it has one, else its value, else the nearest parent that exists. */
function offsetOf(document: Document, path: Path): number {
  if (path.length === 0) return isNode(document.contents) ? (document.contents.range?.[0] ?? 0) : 0;
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const last = path.at(-1);
  if (isMap(parent)) {
    const key = parent.items
      .map((pair) => pair.key)
      .find((item) => isScalar(item) && String(item.value) === String(last));
    if (isScalar(key) && key.range) return key.range[0];
  }
  const node = document.getIn(path, true);
  if (isNode(node) && node.range) return node.range[0];
  return offsetOf(document, path.slice(0, -1));
}
