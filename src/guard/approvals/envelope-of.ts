import { lessBps } from '../../core/amounts/amounts.ts';
import type { PaymentEnvelope } from '../../core/approvals/payment-envelope.ts';
import { canonicalProvider } from '../../core/registry/providers.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type { Asset, Job, ReportedCoin } from '../../core/swap/job.ts';
import type { Order } from '../../core/swap/swap.ts';
import { stepAbove } from '../coarse.ts';

/** A payment, as far as an envelope bounds it. */
export interface PaymentToBound {
  swapId: SwapId;
  job: Job;
  order: Pick<Order, 'provider' | 'minOut' | 'declaredFee'>;
}

/**
 * The envelope that approvers are asked to sign for a payment. Within it, later quotes need nobody.
 * Its minimum is the job's own, or that of this quote less the job's slippage once more. Its fee is
 * the job's maximum, or what the order declares, rounded up to two digits; networks' fees are bounded
 * by the chain's cap then (E07).
 */
export function envelopeOf(
  { swapId, job, order }: PaymentToBound,
  time: Pick<PaymentEnvelope, 'notBefore' | 'expiresAt'>,
): PaymentEnvelope {
  const { wallet, from, to, amount, receiver, bound, providers, maxFee } = job;
  const minimum =
    bound.kind === 'min_out' ? bound.minOut : lessBps(order.minOut, bound.slippageBps);
  const fee = maxFee ?? stepAbove(order.declaredFee, 'fine');
  return {
    version: 1,
    of: { kind: 'swap', id: swapId },
    wallet: { name: wallet.name, address: wallet.address },
    from: { ...assetOf(from), maximumBaseUnits: `${amount}` },
    to: { ...assetOf(to), receiver, minimumBaseUnits: `${minimum}` },
    providers: providers.allow.length > 0 ? providers.allow : [order.provider],
    maximumFeeBaseUnits: `${fee}`,
    ...time,
  };
}

/** Whether a payment is one that the envelope lets pass, whatever the time. */
export function isInside(
  { of, wallet, from, to, providers, maximumFeeBaseUnits }: PaymentEnvelope,
  { swapId, job, order }: PaymentToBound,
): boolean {
  const provider = canonicalProvider(order.provider);
  return (
    of.kind === 'swap' &&
    of.id === swapId &&
    wallet.address === job.wallet.address &&
    isAsset(from, job.from) &&
    isAsset(to, job.to) &&
    to.receiver === job.receiver &&
    job.amount <= BigInt(from.maximumBaseUnits) &&
    order.minOut >= BigInt(to.minimumBaseUnits) &&
    providers.some((one) => canonicalProvider(one) === provider) &&
    (job.maxFee ?? order.declaredFee) <= BigInt(maximumFeeBaseUnits)
  );
}

function assetOf({ chain, token, decimals, symbol }: Asset | ReportedCoin) {
  return { chain, token, decimals, symbol };
}

function isAsset(
  { chain, token, decimals }: Pick<Asset, 'chain' | 'token' | 'decimals'>,
  asset: Asset | ReportedCoin,
): boolean {
  return chain === asset.chain && token === asset.token && decimals === asset.decimals;
}
