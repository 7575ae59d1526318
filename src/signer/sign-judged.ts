import type { CapUse } from '../core/caps/cap.ts';
import { retriedBy, type SwapName } from '../core/swap/job-seal.ts';
import type { LeaseTerms } from '../core/swap/swap.ts';
import { maximumFee } from '../core/swap/transaction-object.ts';
import { toFerrymanError } from '../errors/ferryman-error.ts';
import type { ChainAdapter, UnsignedTransaction } from '../ports/chain-adapter.ts';
import { paidOrder } from '../ports/guard.ts';
import type { LeaseToProve } from '../ports/lease-proof.ts';
import type { SignedPart } from '../ports/signature-log.ts';
import type { SigningAnswer } from '../ports/signer.ts';
import { longestWindow, requireWithinCaps } from './count-caps.ts';
import { requireNoBlackout } from './require-no-blackout.ts';
import { requireReason } from './require-reason.ts';
import { requireUnpaid } from './require-unpaid.ts';
import type { JudgedPart, SignerContext } from './signer-context.ts';

/**
 * Signs what the guard allows, unless a swap was paid before, a cap is reached, or a blackout of its
 * policy has begun. The signature leaves
 * this function once it is in the log.
 */
export async function signJudged(
  context: SignerContext,
  adapter: ChainAdapter,
  { keyRef, unsigned }: { keyRef: string; unsigned: UnsignedTransaction },
  parts: readonly JudgedPart[],
): Promise<SigningAnswer> {
  const uses: (CapUse | undefined)[] = [];
  for (const [position, part] of parts.entries()) {
    try {
      requireNoBlackout(context, part);
      await requireUnsigned(context, part, unsigned);
      uses.push(context.isolated ? await countedUse(context, adapter, part, uses) : undefined);
    } catch (error) {
      return { kind: 'failed', part: position, error: toFerrymanError(error) };
    }
  }
  const signed = await adapter.sign(unsigned, context.keys, keyRef);
  await context.signatures.record({
    ...signed,
    lease: leaseOf(parts, unsigned),
    maxFee: maximumFee(unsigned.fee),
    signedAt: context.clock.now(),
    parts: parts.map((part, position) => signedPart(part, uses[position])),
  });
  return { kind: 'signed', signed };
}

/** Reads the log once, and here: what an earlier request has signed is in it by now. */
async function requireUnsigned(
  context: SignerContext,
  part: JudgedPart,
  { chain }: UnsignedTransaction,
): Promise<void> {
  const isPayment = paidOrder(part.intent) !== undefined;
  if (!context.isolated && !isPayment) return;
  const signed = await context.signatures.ofSwaps(retriedBy(part.swap));
  if (context.isolated) requireReason(part, signed, context.clock.now());
  if (isPayment) await requireUnpaid(context, { ...part, chain }, signed);
}

/** Throws `SIGNER_REFUSED` if the part does not keep a cap, with the parts before it. */
async function countedUse(
  { guard, signatures, clock }: SignerContext,
  { chain }: ChainAdapter,
  { swap: { job }, intent, facts, unsigned, lease }: JudgedPart,
  before: readonly (CapUse | undefined)[],
): Promise<CapUse | undefined> {
  const order = paidOrder(intent);
  const { prices } = facts;
  const caps = order && guard.capsOf({ chain, job, order, ...(prices ? { prices } : {}) });
  if (!caps) return undefined;
  const now = clock.now();
  const payments = await signatures.paymentsSince(now - longestWindow);
  const position = { chain: unsigned.chain, txId: '', lease };
  requireWithinCaps(
    { payments, together: before.flatMap((use) => use ?? []) },
    position,
    caps.bounds,
    now,
  );
  return caps.use;
}

/** With the end of the bytes' validity, which the lease has only once they are built. */
function leaseOf(
  [first]: readonly JudgedPart[],
  { account, expires }: UnsignedTransaction,
): LeaseToProve {
  const terms: LeaseTerms = first?.lease.terms ?? { kind: 'expiry' };
  const ends = terms.kind === 'expiry' || terms.kind === 'seqno';
  return { account, terms: ends && expires !== undefined ? { ...terms, expires } : terms };
}

function signedPart({ swap, intent }: JudgedPart, use: CapUse | undefined): SignedPart {
  const [own, ...retries] = retriedBy(swap) as [SwapName, ...SwapName[]];
  return { ...own, retries, intent: intent.kind, ...(use ? { use } : {}) };
}
