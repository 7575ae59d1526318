import type { LeaseTerms } from '../../core/swap/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { UnsignedTransaction } from '../../ports/chain-adapter.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import type { Allowed } from '../effects/judge-step.ts';
import { type SignOutcome, type SignStores, signatureOf, signParts } from '../effects/sign-step.ts';
import type { Batch } from './lease-batch.ts';

/**
 * Has the signer sign the only part as it was judged, or a transaction of all parts, which it checks
 * to be these and nothing else.
 */
export async function signBatch(
  context: ExecutorContext<SignStores>,
  { comparison, terms, payments }: Batch,
  judged: readonly Allowed[],
): Promise<SignOutcome> {
  const [{ planned, snapshot }, ...others] = payments;
  const { job } = snapshot.swap;
  const [only, ...more] = judged.map(({ part }) => part);
  if (!only) throw new FerrymanError('INTERNAL', 'there is nothing to sign');
  const signature = signatureOf([snapshot, ...others.map((one) => one.snapshot)]);
  const step = { chain: planned.chain, comparison, signature };
  if (more.length === 0)
    return signParts(context, step, { unsigned: only.unsigned, parts: [only] });
  const parts = [only, ...more] as const;
  const { batching, prepare } = adapterOf(context, planned.chain);
  if (!batching)
    throw new FerrymanError('INTERNAL', `payments on ${planned.chain} cannot share a transaction`);
  const whole = await prepare({
    account: job.wallet.address,
    terms: ending(terms, only.unsigned),
    transaction: batching.join(payments.map(({ transaction }) => transaction)),
    fee: batching.sumFees(parts.map(({ unsigned }) => unsigned.fee)),
  });
  return signParts(context, step, { unsigned: whole, parts });
}

/**
 * The lease's terms for all parts but the first: all must expire together to be one transaction.
 */
export function ending(terms: LeaseTerms, first: UnsignedTransaction | undefined): LeaseTerms {
  return terms.kind === 'seqno' && first?.expires !== undefined
    ? { ...terms, expires: first.expires }
    : terms;
}
