import { z } from 'zod';
import type { SwapId } from '../../core/swap/ids.ts';

/** Base units, or a position on a chain, as a decimal string. None is below zero. */
export const amount = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(BigInt);

/** Of a lease. Members of newer versions are ignored. */
export const leaseTerms = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('nonce'), nonce: amount }),
  z.object({ kind: z.literal('expiry'), expires: amount.exactOptional() }),
  z.object({ kind: z.literal('seqno'), seqno: amount, expires: amount.exactOptional() }),
  z.object({ kind: z.literal('outpoints'), outpoints: z.array(z.string()) }),
]);

export const swapName = z.object({
  swapId: z.uuid().transform((id) => id as SwapId),
  idempotencyKey: z.string(),
});
