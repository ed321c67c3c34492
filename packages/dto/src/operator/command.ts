import { z } from 'zod';
import { text } from '../text.ts';

/** Every command of an operator says why, and is safe to send twice under one key. */
export const command = {
  reason: text().trim().min(3, 'say why, in at least 3 characters').max(500),
  idempotencyKey: z.uuid().toLowerCase(),
};
