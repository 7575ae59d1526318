import type { Job } from '../../core/swap/job.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { maxHeadAge } from './head-age.ts';

/**
 * Head of the destination chain before anything is paid: payouts are in later blocks. Our own
 * cross-chain payment reads it again just before the commit; for a manual payment this one counts.
 */
export async function readDestinationAnchor(
  context: ExecutorContext,
  { to, flow }: Job,
): Promise<bigint> {
  if (to.reportedOnly) return 0n;
  const adapter = adapterOf(context, to.chain);
  return (await adapter.head(flow === 'deposit-by-hand' ? 0 : maxHeadAge(adapter.chain))).latest;
}
