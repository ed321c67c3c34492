/** One JSON line on stdout per fact. */
export type Log = (event: string, details?: Record<string, unknown>) => void;

export const log: Log = (event, details = {}) => {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), event, ...details })}\n`);
};
