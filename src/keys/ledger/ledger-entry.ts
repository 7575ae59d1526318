import { z } from 'zod';
import type { SwapId } from '../../core/ids.ts';
import type { LedgerEntry } from '../../ports/ledger.ts';

/** One line of a ledger file. Members that a newer program writes are passed over. */
const line = z.object({
  instanceId: z.uuid(),
  chain: z.string().min(1),
  txId: z.string().min(1),
  account: z.string().min(1),
  nonce: z.string().regex(/^\d{1,19}$/),
  swapId: z.uuid(),
  idempotencyKey: z.string(),
  retries: z.array(z.object({ swapId: z.uuid(), idempotencyKey: z.string() })),
  step: z.enum(['approve', 'revoke', 'swap', 'deposit', 'refund', 'claim']),
  kind: z.enum(['pay', 'bump', 'cancel']),
  signedAt: z.int(),
});

/** Ends with a line feed: a line without one was not finished. */
export function formatEntry(entry: LedgerEntry): string {
  return `${JSON.stringify({ ...entry, nonce: entry.nonce.toString() })}\n`;
}

/** `undefined` for what no ledger has written. */
export function parseEntry(text: string): LedgerEntry | undefined {
  const read = line.safeParse(parseJson(text));
  if (!read.success) return undefined;
  const { data } = read;
  return {
    ...data,
    swapId: data.swapId as SwapId,
    nonce: BigInt(data.nonce),
    retries: data.retries.map(({ swapId, idempotencyKey }) => ({ swapId: swapId as SwapId, idempotencyKey })),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
