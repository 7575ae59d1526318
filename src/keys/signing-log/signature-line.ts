import { z } from 'zod';
import { jsonWithAmounts } from '../../core/text/json-with-amounts.ts';
import { intentKinds } from '../../ports/guard.ts';
import type { Signature } from '../../ports/signature-log.ts';
import { amount, leaseTerms, swapName } from './members.ts';
import { parseJson } from './parse-json.ts';

const use = z.object({
  wallet: z.string(),
  chain: z.string(),
  token: z.string(),
  provider: z.string(),
  receiver: z.string(),
  /** Earlier versions knew no rules. */
  rule: z.string().default(''),
  amount,
  decimals: z.int(),
  usdE18: amount.exactOptional(),
});

const part = swapName.extend({
  retries: z.array(swapName),
  intent: z.enum(intentKinds),
  use: use.exactOptional(),
});

/** One line of a file with signatures. Members of newer versions are ignored. */
const line = z.object({
  chain: z.string().min(1),
  txId: z.string().min(1),
  bytes: z.string().min(1),
  lease: z.object({ account: z.string().min(1), terms: leaseTerms }),
  maxFee: amount,
  signedAt: z.int(),
  parts: z.array(part).min(1),
});

/** Ends with a line feed. A line without one is incomplete. */
export function formatSignature(signature: Signature): string {
  return `${jsonWithAmounts(signature)}\n`;
}

/** Undefined if the line is no signature. */
export function parseSignature(text: string): Signature | undefined {
  const read = line.safeParse(parseJson(text));
  return read.success ? read.data : undefined;
}
