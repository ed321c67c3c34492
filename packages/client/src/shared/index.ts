export { BerthError } from './error.ts';
export { type RetryOptions, retry } from './retry.ts';
export type { CallOptions, ConnectOptions, TokenSource } from './transport.ts';
