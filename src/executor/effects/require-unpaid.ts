import { assertNever } from '../../core/assert-never.ts';
import { freesMoney } from '../../core/settlement/witnessed.ts';
import type { ChainName } from '../../core/swap/chains.ts';
import { retriedBy } from '../../core/swap/job-seal.ts';
import type { Swap } from '../../core/swap/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { LeaseProof, LeaseToProve } from '../../ports/lease-proof.ts';
import type { SigningLogEntry } from '../../ports/signing-log.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { readSignedLease, type SignedAttempt } from './read-signed-lease.ts';

interface PaymentToSign {
  swap: Pick<Swap, 'id' | 'idempotencyKey' | 'seal'>;
  chain: ChainName;
  lease: LeaseToProve;
}

/**
 * Must hold before a payment is signed: no earlier payment of the swap, or of one that it retries or
 * that retries it, has landed or may land. The signing log says what was signed before, and the
 * chain, read now, what became of it: an attacker who writes to the database can write proofs too.
 * The seal of the swap must be verified, because it names the swaps that it retries.
 *
 * The first payment of a swap costs no call. Attempts that exclude the new one need no proof: at
 * most one of them lands. Throws `PAYMENT_LANDED`, and `PAYMENT_MAY_LAND` while the chain does not
 * prove that the earlier payment is dead.
 */
export async function requireUnpaid(
  context: Pick<ExecutorContext, 'signingLog' | 'chains' | 'clock'>,
  { swap, chain, lease }: PaymentToSign,
): Promise<void> {
  const entries = await context.signingLog.paymentsOf(retriedBy(swap));
  if (entries.length === 0) return;
  const earlier = entries.flatMap((entry) => signedAttempts(context, swap, entry));
  for (const attempts of byLease(earlier)) {
    const [first] = attempts;
    const isPayment = attempts.some(({ kind }) => kind !== 'cancel');
    if (!isPayment || excludes(first, { chain, lease })) continue;
    const { prove } = adapterOf(context, first.chain);
    const proof = await prove(
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

/** geth finds transactions of 2,350,000 blocks (`--history.transactions`): 12 days of the fastest. */
const receiptsKeptFor = 7 * 86_400_000;

type Attempts = readonly [SignedAttempt, ...SignedAttempt[]];

function signedAttempts(
  context: Pick<ExecutorContext, 'chains'>,
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

function leaseNameOf({ chain, txId, lease: { account, terms } }: SignedAttempt): string {
  const place = `${chain} ${account}`;
  switch (terms.kind) {
    case 'nonce':
      return `${place} ${terms.nonce}`;
    case 'seqno':
      return `${place} ${terms.seqno}`;
    case 'outpoints':
      return `${place} ${[...terms.outpoints].sort().join()}`;
    case 'expiry':
      return `${place} ${txId}`;
    default:
      return assertNever(terms, 'lease terms');
  }
}

/** Whether at most one of two attempts can land: they use the same number, or the same coin. */
function excludes(
  one: Pick<SignedAttempt, 'chain' | 'lease'>,
  other: Pick<SignedAttempt, 'chain' | 'lease'>,
): boolean {
  if (one.chain !== other.chain || one.lease.account !== other.lease.account) return false;
  const [a, b] = [one.lease.terms, other.lease.terms];
  if (a.kind === 'nonce' && b.kind === 'nonce') return a.nonce === b.nonce;
  if (a.kind === 'seqno' && b.kind === 'seqno') return a.seqno === b.seqno;
  if (a.kind === 'outpoints' && b.kind === 'outpoints')
    return a.outpoints.some((outpoint) => b.outpoints.includes(outpoint));
  return false;
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
