import type { LeaseTerms } from '../../core/swap/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { UnsignedTransaction } from '../../ports/chain-adapter.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { type Judged, reportFindings } from '../effects/report-findings.ts';
import {
  type SignedStep,
  type SignStores,
  type StoppedStep,
  signatureOf,
  signStep,
} from '../effects/sign-step.ts';
import type { Batch } from './lease-batch.ts';

/**
 * Signs the only part as it was judged, or a transaction of all parts after the guard has checked
 * that it is these and nothing else.
 */
export async function signBatch(
  context: ExecutorContext<SignStores>,
  { comparison, keyRef, terms, payments }: Batch,
  parts: readonly UnsignedTransaction[],
): Promise<Judged | SignedStep | StoppedStep> {
  const [{ planned, snapshot }, ...others] = payments;
  const { job } = snapshot.swap;
  const [only, ...more] = parts;
  if (!only) throw new FerrymanError('INTERNAL', 'there is nothing to sign');
  const signature = signatureOf([snapshot, ...others.map((one) => one.snapshot)]);
  const step = { chain: planned.chain, keyRef, comparison, signature };
  if (more.length === 0) return signStep(context, step, only);
  const { batching, prepare } = adapterOf(context, planned.chain);
  if (!batching)
    throw new FerrymanError('INTERNAL', `payments on ${planned.chain} cannot share a transaction`);
  const whole = await prepare({
    account: job.wallet.address,
    terms: ending(terms, only),
    transaction: batching.join(payments.map(({ transaction }) => transaction)),
    fee: batching.sumFees(parts.map(({ fee }) => fee)),
  });
  const verdict = context.guard.judgeShared(whole, parts);
  return verdict.kind === 'allow'
    ? signStep(context, step, whole)
    : reportFindings(context, 'swap', { verdict });
}

/**
 * The lease's terms for all parts but the first: all must expire together to be one transaction.
 */
export function ending(terms: LeaseTerms, first: UnsignedTransaction | undefined): LeaseTerms {
  return terms.kind === 'seqno' && first?.expires !== undefined
    ? { ...terms, expires: first.expires }
    : terms;
}
