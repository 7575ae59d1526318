import { z } from 'zod';
import { maxBatch } from '../../core/approvals/payment-batch.ts';
import { voteDecisions } from '../../core/approvals/payment-envelope.ts';
import { capSubjects, capWindows } from '../../core/caps/cap.ts';
import { jsonPointer } from '../../core/text/json-pointer.ts';
import { type Fee, families, formatsOf, type TransactionObject } from '../../families/formats.ts';
import { amount, leaseTerms, swapName } from '../../keys/signing-log/members.ts';
import type { SigningRequest } from '../../ports/signer.ts';

const text = z.string();
const count = z.int();
const family = z.enum(families);

const transaction = z
  .looseObject({ family })
  .transform(
    (stored): TransactionObject => formatsOf(stored.family).transactionFromStored(stored as never),
  );
const fee = z
  .looseObject({ family })
  .transform((stored): Fee => formatsOf(stored.family).feeFromStored(stored as never))
  .refine((read) => Object.values(read).every((one) => typeof one !== 'bigint' || one >= 0n));

const asset = z.looseObject({
  family: text,
  chain: text,
  token: text,
  decimals: count,
  symbol: text,
});
const bound = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('min_out'), minOut: amount }),
  z.strictObject({ kind: z.literal('slippage'), slippageBps: count }),
]);
/** The budgets that the job of a treasury rule bears: the signer counts by them. */
const budget = z.looseObject({
  name: text,
  window: z.enum(capWindows),
  bound: z.discriminatedUnion('unit', [
    z.strictObject({ unit: z.literal('usd'), usdE18: amount }),
    z.strictObject({ unit: z.literal('amount'), amount: text }),
    z.strictObject({ unit: z.literal('count'), count }),
  ]),
  each: z.enum(capSubjects).exactOptional(),
  wallet: text.exactOptional(),
  chain: text.exactOptional(),
  token: text.exactOptional(),
  provider: text.exactOptional(),
  rule: text.exactOptional(),
});
const rule = z.looseObject({
  id: text,
  version: count,
  budgets: z.array(budget).max(100),
  author: text.exactOptional(),
});
const job = z.looseObject({
  wallet: z.looseObject({ id: text, name: text, address: text }),
  from: asset,
  to: asset,
  amount,
  receiver: text,
  bound,
  refundAddress: text,
  providers: z.strictObject({ allow: z.array(text), deny: z.array(text) }),
  flow: z.enum(['wallet', 'deposit', 'deposit-by-hand']),
  maxFee: amount.exactOptional(),
  deadline: count,
  deadlineIfHeld: count.exactOptional(),
  metadata: z.record(text, text),
  rule: rule.exactOptional(),
});
const seal = z.looseObject({
  version: count,
  keyId: text,
  by: text,
  signature: text,
  submittedAt: count.exactOptional(),
  retries: z.array(swapName).exactOptional(),
});
const swap = z.object({
  id: z.uuid(),
  idempotencyKey: text,
  job,
  seal: seal.exactOptional(),
  state: text,
});

const lease = z.strictObject({ account: text, terms: leaseTerms });

const unsigned = z.strictObject({
  family,
  chain: text,
  account: text,
  bytes: text.regex(/^0x[0-9a-f]*$/),
  fee,
  expires: amount.exactOptional(),
});

const pathToken = z.strictObject({ chain: text.exactOptional(), token: text, decimals: text });
const signals = z.strictObject({
  warnings: z.array(text),
  priceImpact: text.exactOptional(),
  percentFee: text.exactOptional(),
  slippageBps: text.exactOptional(),
  flags: z.array(text),
  path: z.strictObject({ first: pathToken, last: pathToken }).exactOptional(),
});
const order = z.object({
  id: text,
  quoteId: text,
  provider: text,
  swapType: text,
  spender: text.exactOptional(),
  minOut: amount,
  expectedOut: amount,
  expectedDuration: z.number().exactOptional(),
  declaredFee: amount,
  quotedAt: count,
  requestedAt: count.exactOptional(),
  quotedMinOut: amount,
  transaction: transaction.exactOptional(),
  deposit: z
    .strictObject({ address: text, amount, memo: text.exactOptional(), exchangeId: text })
    .exactOptional(),
  depositAnchor: amount.exactOptional(),
  depositSeenUntil: count.exactOptional(),
  echo: z.record(text, text).exactOptional(),
  signals: signals.exactOptional(),
  signBy: count.exactOptional(),
  goodUntil: count.exactOptional(),
  destinationAnchor: amount,
  open: z.boolean(),
});

const intent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('swap'), order }),
  z.strictObject({ kind: z.literal('deposit'), order }),
  z.strictObject({
    kind: z.literal('approve'),
    token: text,
    spender: text,
    value: amount,
    provider: text.exactOptional(),
  }),
  z.strictObject({ kind: z.literal('revoke'), token: text, spender: text }),
  z.strictObject({ kind: z.literal('cancel') }),
  z.strictObject({
    kind: z.literal('boost'),
    parent: z.strictObject({ txId: text, fee }),
  }),
  z.strictObject({ kind: z.literal('refund'), transaction, minBack: amount }),
  z.strictObject({ kind: z.literal('claim'), transaction, minOut: amount }),
]);

const admitted = z.looseObject({
  approvalId: text,
  swapId: text,
  item: z.looseObject({ kind: text }),
  scope: z.enum(['once', 'until', 'permanent']),
  until: count.exactOptional(),
  by: text,
  seal: z.looseObject({ version: count, keyId: text, signature: text }).exactOptional(),
});

/** Of the batch that a passkey has signed. 500 payments are below 9 hashes. */
const batchPlace = z.strictObject({
  count: count.min(1).max(maxBatch),
  index: count.min(0),
  path: z.array(text.regex(/^[0-9a-f]{64}$/)).max(16),
});

const votes = z.strictObject({
  approvalId: text,
  envelope: z.looseObject({ version: count, expiresAt: count }),
  votes: z
    .array(
      z.strictObject({
        approver: text,
        decision: z.enum(voteDecisions),
        assertion: z.strictObject({
          credentialId: text,
          authenticatorData: text,
          clientDataJson: text,
          signature: text,
        }),
        batch: batchPlace.exactOptional(),
      }),
    )
    .max(200),
});

/** Members that only the same process may say, such as facts, are left out. */
const part = z.object({
  swap,
  lease,
  intent,
  transaction,
  unsigned,
  feeSpent: amount,
  enlargement: z.strictObject({ of: text, added: z.array(text) }).exactOptional(),
  admitted: z.array(admitted).max(100).exactOptional(),
  votes: z.array(votes).max(20).exactOptional(),
});

/**
 * What a worker may send. Amounts are decimal strings on the wire, and nothing but integers here: a
 * rule that compared a text with an amount would decide nothing. None is below zero: a declared fee
 * below zero would make room for another fee. Members that the seal of a job or an admission covers
 * are kept as they are.
 */
const request = z.object({ unsigned, parts: z.array(part).min(1).max(255) });

/**
 * A worker's request, or the first member that has another form. The texts of a job, an order and an
 * item are any texts: seals and rules decide about them.
 */
export function parseSigningRequest(
  json: unknown,
): { ok: true; request: SigningRequest } | { ok: false; fault: string } {
  const read = request.safeParse(json);
  if (read.success) return { ok: true, request: read.data as unknown as SigningRequest };
  const [first] = read.error.issues;
  return { ok: false, fault: `${jsonPointer(first?.path ?? [])}: ${first?.message}` };
}
