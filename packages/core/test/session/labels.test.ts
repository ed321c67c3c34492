import { registerSession } from '@berth/core';
import { RegisterInput } from '@berth/dto';
import { test, type World } from '@berth/testing';
import { describe, expect } from 'vitest';
import { allowedLabels } from '../../src/session/labels.rules.ts';

const reserved = ['berth-hosted', 'gpu'];
const register = (world: World, labels: string[]) =>
  registerSession({ ...world.deps, reservedLabels: reserved }, world.registration, RegisterInput.parse({ labels }));

describe('reserved labels', () => {
  test('[LBL-06] are stripped outside the installation', () => {
    for (const scope of ['workspace', 'manual'] as const)
      expect(allowedLabels(scope, ['gpu', 'linux'], reserved)).toEqual({ labels: ['linux'], allReserved: false });
  });

  test('[LBL-07] are kept within it', () => {
    expect(allowedLabels('installation', reserved, reserved)).toEqual({ labels: reserved, allReserved: false });
  });

  test('[LBL-08] strip nothing when there are none', () => {
    expect(allowedLabels('manual', ['gpu', 'linux'], [])).toEqual({ labels: ['gpu', 'linux'], allReserved: false });
  });

  test('[LBL-10] leave nothing of a set that is all reserved', () => {
    expect(allowedLabels('manual', reserved, reserved)).toEqual({ labels: [], allReserved: true });
  });

  test('[REG-03] are stripped from a registration, in any case', async ({ world }) => {
    expect(await register(world, ['Linux', 'GPU', 'x64'])).toMatchObject({ labels: ['linux', 'x64'] });
  });

  test('[SES-09] a registration of nothing else is refused, and they are named', async ({ world }) => {
    await expect(register(world, ['GPU', 'berth-hosted'])).rejects.toMatchObject({
      reason: 'labels_reserved',
      issues: [{ path: 'labels', message: expect.stringContaining('berth-hosted, gpu') }],
    });
    const rows = await world.database.sql`select 1 from runner_sessions where workspace_id = ${world.workspaceId}`;
    expect(rows).toHaveLength(0);
  });

  test('[SES-02] labels that canonicalise to nothing are no registration', () => {
    expect(RegisterInput.safeParse({ labels: [' ', ''] }).success).toBe(false);
  });
});
