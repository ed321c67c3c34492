export * from '../shared/index.ts';
export { createOperatorClient, type OperatorClient } from './client.ts';
