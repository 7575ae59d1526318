import { freesMoney } from '../core/settlement/witnessed.ts';
import type { ChainName } from '../core/swap/chains.ts';
import { retriedBy, type SwapName } from '../core/swap/job-seal.ts';
import type { Swap } from '../core/swap/swap.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import type { Clock } from '../ports/clock.ts';
import type { LeaseProof, LeaseToProve } from '../ports/lease-proof.ts';
import type { Signature } from '../ports/signature-log.ts';
import type { SigningLog, SigningLogEntry } from '../ports/signing-log.ts';
import { adapterOf } from './adapter-of.ts';
import { excludes, leaseNameOf } from './lease-name.ts';
import { readSignedLease, type SignedAttempt } from './read-signed-lease.ts';

interface PaymentToSign {
  swap: Pick<Swap, 'id' | 'idempotencyKey' | 'seal'>;
  chain: ChainName;
  lease: LeaseToProve;
}

export interface UnpaidContext {
  signingLog: Pick<SigningLog, 'paymentsOf'>;
  chains: ReadonlyMap<ChainName, Pick<ChainAdapter, 'chain' | 'prove'>>;
  clock: Clock;
  /**
   * Whoever asks may have been taken over: what was signed may have been sent, whether it was logged
   * as committed or not.
   */
  isolated: boolean;
}

/**
 * Must hold before a payment is signed: no earlier payment of the swap, or of one that it retries or
 * that retries it, has landed or may land. The logs beside the keys say what was signed before, and
 * the chain, read now, what became of it: an attacker who writes to the database can write proofs
 * too. The seal of the swap must be verified, because it names the swaps that it retries.
 *
 * The first payment of a swap costs no call. Attempts that exclude the new one need no proof: at
 * most one of them lands. Throws `PAYMENT_LANDED`, and `PAYMENT_MAY_LAND` while the chain does not
 * prove that the earlier payment is dead.
 * @param signatures for the swap, for those that it retries, and for those that retry one of them
 */
export async function requireUnpaid(
  context: UnpaidContext,
  { swap, chain, lease }: PaymentToSign,
  signatures: readonly Signature[],
): Promise<void> {
  for (const attempts of byLease(await earlierAttempts(context, swap, signatures))) {
    const [first] = attempts;
    const isPayment = attempts.some(({ kind }) => kind !== 'cancel');
    if (!isPayment || excludes(first, { chain, lease })) continue;
    const proof = await adapterOf(context, first.chain).prove(
      first.lease,
      attempts.map(({ txId, bytes, kind }) => ({
        txId,
        bytes,
        account: first.lease.account,
        freesMoney: freesMoney('swap', kind),
      })),
    );
    requireDead(swap, attempts, proof);
    if (proof.kind === 'used_by_stranger') requireShown(swap, attempts, context.clock.now());
  }
}

/**
 * What may have been sent for these swaps. A signature says itself what was signed. Where there is
 * none, an earlier version or another folder signed, and the entry says what its journal knew.
 */
async function earlierAttempts(
  context: UnpaidContext,
  swap: PaymentToSign['swap'],
  signatures: readonly Signature[],
): Promise<SignedAttempt[]> {
  const names = retriedBy(swap);
  const entries = await context.signingLog.paymentsOf(names, signatures);
  const committed = new Set(entries.map(idOf));
  const signed = new Set(signatures.map(idOf));
  return [
    ...signatures
      .filter((one) => context.isolated || committed.has(idOf(one)))
      .flatMap((one) => attemptsOf(one, names)),
    ...entries
      .filter((entry) => !signed.has(idOf(entry)))
      .flatMap((entry) => signedAttempts(context, swap, entry)),
  ];
}

function idOf({ chain, txId }: Pick<Signature, 'chain' | 'txId'>): string {
  return `${chain} ${txId}`;
}

/** The payments of a signature by these swaps, and the cancels of them. */
function attemptsOf(signature: Signature, names: readonly SwapName[]): SignedAttempt[] {
  const { chain, txId, bytes, lease, signedAt, parts } = signature;
  return parts.flatMap((part, message) => {
    const { intent } = part;
    if (intent !== 'swap' && intent !== 'deposit' && intent !== 'cancel') return [];
    if (![part, ...part.retries].some((one) => isNamed(one, names))) return [];
    return [
      {
        ...{ chain, txId, bytes, lease, signedAt },
        kind: intent === 'cancel' ? 'cancel' : 'pay',
        ...(parts.length > 1 ? { message } : {}),
      },
    ];
  });
}

function isNamed({ swapId, idempotencyKey }: SwapName, names: readonly SwapName[]): boolean {
  return names.some((one) => one.swapId === swapId || one.idempotencyKey === idempotencyKey);
}

/** geth finds transactions of 2,350,000 blocks (`--history.transactions`): 12 days of the fastest. */
const receiptsKeptFor = 7 * 86_400_000;

type Attempts = readonly [SignedAttempt, ...SignedAttempt[]];

function signedAttempts(
  context: Pick<UnpaidContext, 'chains'>,
  { id }: PaymentToSign['swap'],
  entry: SigningLogEntry,
): SignedAttempt[] {
  const { chain, txId } = entry;
  const read = readSignedLease(adapterOf(context, chain).chain.family, entry);
  if (read === 'child') return [];
  if (read) return [read];
  throw new FerrymanError(
    'PAYMENT_MAY_LAND',
    `swap ${id} is not paid: an earlier version signed ${txId} on ${chain} for it, and did not log enough to prove that it is dead. Check on the chain whether it landed, then resolve the swap`,
    { next: 'review', details: { chain, txId } },
  );
}

/**
 * Attempts under one lease are proven together, because only one of them can land. Leases that share
 * a coin are several: that two of them exclude a third does not mean that they exclude each other.
 */
function byLease(attempts: readonly SignedAttempt[]): Attempts[] {
  const groups = new Map<string, [SignedAttempt, ...SignedAttempt[]]>();
  for (const attempt of attempts) {
    const name = leaseNameOf(attempt);
    const group = groups.get(name);
    if (group) group.push(attempt);
    else groups.set(name, [attempt]);
  }
  return [...groups.values()];
}

function requireDead({ id }: PaymentToSign['swap'], attempts: Attempts, proof: LeaseProof): void {
  const [{ chain, txId }] = attempts;
  if (proof.kind === 'undecided') {
    const why = proof.reason?.message ?? 'the endpoints do not prove yet that it cannot land';
    throw new FerrymanError(
      'PAYMENT_MAY_LAND',
      `swap ${id} is not paid again: its payment ${txId} on ${chain} is in the signing log, and may land: ${why}`,
      { next: 'retry', details: { chain, txId } },
    );
  }
  if (proof.kind !== 'landed') return;
  const landed = attempts.find((one) => one.txId === proof.txId);
  if (landed && hasPaidNothing(landed, proof)) return;
  throw new FerrymanError(
    'PAYMENT_LANDED',
    `swap ${id} is not paid again: the signing log has its payment ${proof.txId} on ${chain}, and the chain shows that it landed. The journal says otherwise: find out who writes to the database, then resolve the swap with that transaction as evidence`,
    { next: 'review', details: { chain, txId: proof.txId } },
  );
}

/** A node that no longer has a payment's receipt shows a nonce that another transaction seems to use. */
function requireShown({ id }: PaymentToSign['swap'], attempts: Attempts, now: number): void {
  const old = attempts.find(({ signedAt }) => signedAt < now - receiptsKeptFor);
  if (!old) return;
  const { chain, txId } = old;
  throw new FerrymanError(
    'PAYMENT_MAY_LAND',
    `swap ${id} is not paid again: its payment ${txId} on ${chain} is in the signing log, and is so old that the endpoints may have dropped its receipt. Find out whether it landed, then resolve the swap`,
    { next: 'review', details: { chain, txId } },
  );
}

function hasPaidNothing(
  { kind, message }: SignedAttempt,
  { succeeded, results }: Extract<LeaseProof, { kind: 'landed' }>,
): boolean {
  if (kind === 'cancel') return true;
  return !((message === undefined ? undefined : results?.[message]) ?? succeeded);
}
