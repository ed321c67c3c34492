import { z } from 'zod';

/** Where an execution is: exactly one of queue entry, lease, or finished record. */
export const ExecutionState = z.enum(['queued', 'running', 'finished']);
export type ExecutionState = z.infer<typeof ExecutionState>;

/** How an execution ended. */
export const Outcome = z.enum(['succeeded', 'failed', 'cancelled', 'released', 'expired_in_queue', 'lost']);
export type Outcome = z.infer<typeof Outcome>;

/** What the holder of a lease may report. */
export const ReportedOutcome = z.enum(['succeeded', 'failed', 'cancelled']);
export type ReportedOutcome = z.infer<typeof ReportedOutcome>;

/** What an orchestrator's terminal fact may say. */
export const TerminalStatus = z.enum(['succeeded', 'failed', 'cancelled']);
export type TerminalStatus = z.infer<typeof TerminalStatus>;
