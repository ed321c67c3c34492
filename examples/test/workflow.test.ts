import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseWorkflow, WorkflowError } from '../orchestrator/workflow/parse.ts';

const demo = readFileSync(join(import.meta.dirname, '../demo/workflow.yaml'), 'utf8');

function faults(text: string): string[] {
  try {
    parseWorkflow(text, 'ci.yaml');
  } catch (error) {
    if (error instanceof WorkflowError) return error.message.split('\n');
    throw error;
  }
  return [];
}

const workflow = (jobs: string) => `name: ci\njobs:\n${jobs}`;
const job = (name: string, needs = '') =>
  `  ${name}:\n    labels: [linux]\n    needs: [${needs}]\n    steps: [{ name: hello, run: echo hello }]\n`;

test('the demo is a workflow, with labels canonical and defaults filled in', () => {
  const { jobs } = parseWorkflow(demo, 'workflow.yaml');
  expect(Object.keys(jobs)).toHaveLength(14);
  expect(jobs.package?.labels).toEqual(['docker', 'linux', 'x64']);
  expect(jobs.soak?.env).toEqual({ SOAK_SECONDS: '150' });
  expect(jobs['legacy-notes']).toMatchObject({ needs: ['test-legacy'], timeoutSeconds: 3_600 });
});

describe('a fault is told by file, line and what to change', () => {
  test.each([
    [
      'an unknown key',
      workflow(job('a')).replace('steps', 'stpes'),
      [
        'ci.yaml:3: jobs.a.steps: is missing; add it (expected array)',
        'ci.yaml:6: jobs.a.stpes: this key is not known here; remove it or correct its name',
      ],
    ],
    [
      'a missing key',
      'jobs:\n  a: { labels: [linux], steps: [{ name: x, run: y }] }\n',
      ['ci.yaml:1: name: is missing; add it (expected string)'],
    ],
    [
      'an unknown need',
      workflow(job('a') + job('b', 'a, c')),
      ['ci.yaml:9: jobs.b.needs.1: there is no job "c"; use one of a'],
    ],
    [
      'a job that needs itself',
      workflow(job('a', 'a')),
      ['ci.yaml:5: jobs.a.needs.0: a job cannot need itself; remove this line'],
    ],
    [
      'a need named twice',
      workflow(job('a') + job('b', 'a, a')),
      ['ci.yaml:9: jobs.b.needs.1: "a" is needed twice; remove one'],
    ],
    [
      'a cycle',
      workflow(job('a', 'c') + job('b', 'a') + job('c', 'b')),
      ['ci.yaml:5: jobs.a.needs: these jobs need each other: a → c → b → a; remove one of the needs'],
    ],
    [
      'a label',
      workflow(job('a')).replace('[linux]', '["no label"]'),
      [
        'ci.yaml:4: jobs.a.labels.0: a label must start with a letter or digit and hold only letters, digits, ".", "_" and "-"',
      ],
    ],
    [
      'a job name',
      workflow(job('a/b')),
      ['ci.yaml:3: jobs.a/b: a job name has 1–64 letters, digits, "-" or "_", and starts with a letter or digit'],
    ],
    [
      'a variable',
      `${workflow(job('a'))}env: { X: [1] }\n`,
      ['ci.yaml:7: env.X: a value is text, a number, true or false'],
    ],
    ['no job at all', 'name: ci\njobs: {}\n', ['ci.yaml:2: jobs: at least one job is needed']],
    ['something else', '- 1\n', ['ci.yaml:1: a workflow is a map with the keys "name" and "jobs"']],
    ['nothing', '', ['ci.yaml:1: a workflow is a map with the keys "name" and "jobs"']],
  ])('%s', (_, text, expected) => {
    expect(faults(text)).toEqual(expected);
  });

  test('what is no YAML', () => {
    expect(faults('name: ci\njobs: [\n')).toEqual([expect.stringMatching(/^ci\.yaml:3: not readable as YAML: /)]);
    expect(faults('name: a\nname: b\n')).toEqual([
      expect.stringMatching(/^ci\.yaml:2: not readable as YAML: .*unique/),
    ]);
  });

  test('aliases that would grow without bound', () => {
    const layers = Array.from(
      { length: 9 },
      (_, index) => `l${index + 1}: &l${index + 1} [${`*l${index}, `.repeat(9)}]`,
    );
    expect(faults(`l0: &l0 [x]\n${layers.join('\n')}\n`)).toEqual([expect.stringMatching(/^ci\.yaml:1: .*alias/)]);
  });
});

test('a job named like a property of every object is just unknown', () => {
  expect(faults(workflow(job('a', 'constructor')))).toEqual([
    'ci.yaml:5: jobs.a.needs.0: there is no job "constructor"; there is no other',
  ]);
});
