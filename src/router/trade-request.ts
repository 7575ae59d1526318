import { formatAmount } from '../core/amounts/amounts.ts';
import type { Job } from '../core/swap/job.ts';
import { slippageBesideMinimumBps } from '../core/swap/slippage-beside-minimum.ts';

/**
 * `fraction`: 0.01 is one percent, as deployed services have it. `percent`: 1 is one percent, as
 * the interface says.
 */
export type SlippageUnit = 'fraction' | 'percent';

/**
 * Body of the quote call, without `id`, `publicKey` and `refundAddress`, which the swap call adds.
 */
export function tradeRequest(
  job: Job,
  settings: { slippageUnit: SlippageUnit; referrer: string; timeoutMs: number },
): Record<string, unknown> {
  const slippageBps =
    job.bound.kind === 'slippage' ? job.bound.slippageBps : slippageBesideMinimumBps;
  const [preferredProvider, ...others] = job.providers.allow;
  return {
    srcTokenAddress: job.from.token,
    srcTokenBlockchain: job.from.chain,
    srcTokenAmount: formatAmount(job.amount, job.from.decimals),
    dstTokenAddress: job.to.token,
    dstTokenBlockchain: job.to.chain,
    fromAddress: job.wallet.address,
    receiver: job.receiver,
    referrer: settings.referrer,
    slippage: slippageBps / (settings.slippageUnit === 'fraction' ? 10_000 : 100),
    nativeBlacklist: job.providers.deny,
    ...(preferredProvider !== undefined && others.length === 0 ? { preferredProvider } : {}),
    // The service's node may not have our approve yet. The journal reserves balances, and our own
    // endpoint simulates the exact bytes before signing.
    enableChecks: false,
    depositTradeParams: job.flow === 'wallet' ? 'noDeposits' : 'onlyDeposits',
    // The calculation must end before our timeout; the interface allows 2 to 60 seconds.
    timeout: Math.min(60, Math.max(2, Math.floor(settings.timeoutMs / 1_000) - 1)),
  };
}
