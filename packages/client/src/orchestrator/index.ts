export * from '../shared/index.ts';
export { createOrchestratorClient, type OrchestratorClient } from './client.ts';
