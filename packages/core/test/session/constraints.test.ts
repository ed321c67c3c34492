import { sessions, test, type World } from '@berth/testing';
import { describe, expect } from 'vitest';

/** A session row as given, straight into the table. */
async function insert(world: World, values: Record<string, unknown>) {
  const { sql } = world.database;
  const row = {
    id: world.newId(),
    workspace_id: world.workspaceId,
    credential_id: world.registration.credentialId,
    labels: ['linux'],
    ...values,
  };
  return sql`insert into runner_sessions ${sql(row)}`;
}

const machine = (world: World) => ({ provisioner_id: world.newId(), provider_runner_id: 'i-1' });

describe('what the schema makes impossible', () => {
  test('[SES-07] an ephemeral session without a positive cap', async ({ world }) => {
    await expect(insert(world, { kind: 'ephemeral', ...machine(world) })).rejects.toMatchObject({
      constraint_name: 'runner_sessions_claims',
    });
  });

  test('[SES-08] an ephemeral session without its machine', async ({ world }) => {
    await expect(insert(world, { kind: 'ephemeral', max_claims: 1 })).rejects.toMatchObject({
      constraint_name: 'runner_sessions_link',
    });
  });

  test('a manual session with a cap', async ({ world }) => {
    await expect(insert(world, { kind: 'manual', max_claims: 1 })).rejects.toMatchObject({
      constraint_name: 'runner_sessions_claims',
    });
  });

  test('[CLM-22] a lease with half of the link to a machine', async ({ world }) => {
    const { actor } = await sessions.liveSession(world);
    const half = world.database.sql`
      insert into leases (workspace_id, execution_id, session_id, fence, request_id, provisioner_id, label_set_id, priority,
        queued_at, seq, starts, runner_labels)
      values (${world.workspaceId}, ${world.newId()}, ${actor.sessionId}, 1, ${world.newId()}, ${world.newId()}, 1, 0, now(), 1, 1, '{linux}')`;
    await expect(half).rejects.toMatchObject({ constraint_name: 'leases_provider_link' });
  });
});
