import { z } from 'zod';

/** Text that PostgreSQL can keep: without NUL, and without half of a surrogate pair. */
export const text = () =>
  z.string().refine((value) => !value.includes('\0') && value.isWellFormed(), 'holds characters that cannot be stored');
