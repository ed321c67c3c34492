import {
  authenticateToken,
  type Deps,
  issueCredential,
  type OperatorActor,
  type RegistrationActor,
  type ServiceActor,
} from '@berth/core';
import type { Database } from '@berth/db';
import { IssueCredentialInput, WorkspaceId } from '@berth/dto';
import type { z } from 'zod';
import type { TestDatabase } from './database.ts';
import { testDeps } from './deps.ts';

type CredentialRequest = z.input<typeof IssueCredentialInput>;

/** A tenant of its own, with one caller of each kind, really issued and really authenticated. */
export type World = {
  database: TestDatabase;
  deps: Deps;
  workspaceId: WorkspaceId;
  service: ServiceActor;
  operator: OperatorActor;
  registration: RegistrationActor;
  tokens: { service: string; operator: string; registration: string };
  newId(): string;
  /** The same world on another view of the same database, e.g. one whose commits wait. */
  on(database: Database): Deps;
};

export async function createWorld(database: TestDatabase): Promise<World> {
  const deps = testDeps(database);
  const workspaceId = WorkspaceId.parse(deps.newId());
  const tokenFor = async (input: CredentialRequest) =>
    (await issueCredential(deps, IssueCredentialInput.parse(input))).token;
  const tokens = {
    service: await tokenFor({ kind: 'service', name: 'orchestrator', workspaceIds: [workspaceId] }),
    operator: await tokenFor({ kind: 'operator', name: 'operator', role: 'admin', workspaceIds: [workspaceId] }),
    registration: await tokenFor({ kind: 'registration', name: 'runners', workspaceIds: [workspaceId] }),
  };
  const service = await authenticateToken(deps, tokens.service);
  const operator = await authenticateToken(deps, tokens.operator);
  const registration = await authenticateToken(deps, tokens.registration);
  if (service.kind !== 'service' || operator.kind !== 'operator' || registration.kind !== 'registration')
    throw new Error('a credential speaks for the wrong kind of caller');
  return {
    database,
    deps,
    workspaceId,
    service,
    operator,
    registration,
    tokens,
    newId: deps.newId,
    on: (other) => ({ ...deps, database: other }),
  };
}
