import { z } from 'zod';

export const pageSizeDefault = 50;
export const pageSizeMax = 200;

/** Keyset page: `pageToken` is opaque and belongs to the filter that it was given for. */
export const PageInput = z.object({
  pageSize: z.int().min(1).max(pageSizeMax).default(pageSizeDefault),
  pageToken: z.string().max(500).optional(),
});

/** RFC 3339, UTC. */
export const Instant = z.iso.datetime();

/** A count that stops at a cap, since nobody needs to know more: `capped` means "this many or more". */
export const CappedCount = z.object({ count: z.int().nonnegative(), capped: z.boolean() });
export type CappedCount = z.infer<typeof CappedCount>;
