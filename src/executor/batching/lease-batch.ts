import type { SigningStore } from '../../ports/stores/signing-store.ts';
import { adapterOf, type ExecutorContext, type SigningLogStores } from '../context.ts';
import {
  type LeasedStep,
  leaseRequest,
  leaseStep,
  pricesToReserve,
  refused,
} from '../effects/lease-step.ts';
import type { SwapStep } from '../effects/swap-step.ts';
import type { Report } from './outcome.ts';

/** A payment under the batch's lease, with the parts of its bytes. */
export type Payment = Pick<
  LeasedStep,
  'snapshot' | 'planned' | 'transaction' | 'intent' | 'prices'
>;

/** One lease and its payments. */
export interface Batch extends Pick<LeasedStep, 'comparison' | 'leaseId' | 'terms'> {
  payments: readonly [Payment, ...Payment[]];
}

/**
 * Leases for the first payment and joins the others. Reports each refused one; returns `undefined`
 * if the first is refused.
 */
export async function leaseBatch(
  context: ExecutorContext<SigningStore & SigningLogStores>,
  [first, ...others]: readonly [SwapStep, ...SwapStep[]],
  report: Report,
): Promise<Batch | undefined> {
  const lease = await leaseStep(context, first);
  if (lease.kind === 'refused') {
    report(first, lease);
    return undefined;
  }
  const { leased } = lease;
  const { leaseId, chainNonce } = leased;
  const adapter = adapterOf(context, first.planned.chain);
  const payments: [Payment, ...Payment[]] = [leased];
  for (const payment of others) {
    try {
      const prices = await pricesToReserve(context, payment);
      const counted = chainNonce === undefined ? {} : { chainNonce };
      const priced = { ...payment, ...counted, prices };
      const request = { ...(await leaseRequest(context, adapter, priced)), leaseId };
      const joined = await context.journal.joinLease(request);
      if (joined.kind === 'leased') payments.push(paymentOf(payment, prices));
      else report(payment, { observation: refused(adapter, joined.refusal) });
    } catch (error) {
      report(payment, { error });
    }
  }
  return { ...leased, payments };
}

function paymentOf({ snapshot, planned }: SwapStep, prices: Payment['prices']): Payment {
  const [transaction, intent] = [planned.transaction(0n), planned.intent(0n)];
  return { snapshot, planned, transaction, intent, prices };
}
