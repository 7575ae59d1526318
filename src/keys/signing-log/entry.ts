import { z } from 'zod';
import { jsonWithAmounts } from '../../core/text/json-with-amounts.ts';
import type { SigningLogEntry } from '../../ports/signing-log.ts';
import { amount, swapName } from './members.ts';
import { parseJson } from './parse-json.ts';

const payment = z.object({
  from: z.object({ token: z.string(), amount, refundAddress: z.string() }),
  to: z.object({
    chain: z.string().min(1),
    token: z.string(),
    receiver: z.string(),
    minOut: amount,
    expectedOut: amount,
    destinationAnchor: amount,
  }),
});

/** One line of a signing log file. Members of newer versions are ignored. */
const line = z.object({
  instanceId: z.uuid(),
  chain: z.string().min(1),
  txId: z.string().min(1),
  account: z.string().min(1),
  nonce: amount.optional(),
  ...swapName.shape,
  retries: z.array(swapName),
  step: z.enum(['approve', 'revoke', 'swap', 'deposit', 'refund', 'claim']),
  kind: z.enum(['pay', 'bump', 'cancel']),
  signedAt: z.int(),
  // Lines of the first version have none of these.
  sequence: amount.default(0n),
  payment: payment.optional(),
  replay: z.string().optional(),
});

/** Ends with a line feed. A line without one is incomplete. */
export function formatEntry(entry: SigningLogEntry): string {
  return `${jsonWithAmounts(entry)}\n`;
}

/** Undefined if the line is no valid entry. */
export function parseEntry(text: string): SigningLogEntry | undefined {
  const read = line.safeParse(parseJson(text));
  if (!read.success) return undefined;
  const { nonce, payment: paid, replay, ...data } = read.data;
  return {
    ...data,
    ...(nonce === undefined ? {} : { nonce }),
    ...(paid ? { payment: paid } : {}),
    ...(replay === undefined ? {} : { replay }),
  };
}
