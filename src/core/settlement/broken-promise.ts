import type { Reason, Snapshot } from '../swap/swap.ts';

/** When a provider is stopped: `below` of its last `of` swaps brought less than they promised. */
export interface ProviderStop {
  below: number;
  of: number;
}

/** A swap whose provider did not keep its order's promise. */
export interface BrokenPromise {
  provider: string;
  /** The code of what was found. */
  why: string;
  stop: ProviderStop;
}

/**
 * Less than the order's minimum arrived, nothing did although the router reports it, or another
 * token did. Reasons about the network or about ourselves are none.
 */
const broken: ReadonlySet<string> = new Set([
  'SETTLEMENT_DISPUTED',
  'OWN_PAYOUT_SHORT',
  'REFUND_NOT_SEEN',
  'PAID_IN_OTHER_TOKEN',
]);

/** `undefined`: the swap does not speak against its provider, or providers are never stopped. */
export function brokenPromise(
  { order }: Pick<Snapshot, 'order'>,
  reason: Reason | undefined,
  stop: ProviderStop | undefined,
): BrokenPromise | undefined {
  if (!order || !stop || !reason || !broken.has(reason.code)) return undefined;
  return { provider: order.provider, why: reason.code, stop };
}
