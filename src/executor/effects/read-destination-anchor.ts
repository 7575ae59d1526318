import type { Job } from '../../core/swap/job.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { recent } from './recent.ts';

/**
 * Head of the destination chain before anything can be paid: the payout of an order comes in a
 * later block. A payment of our own across chains reads it again, as late as it can; where somebody
 * else pays, this one counts.
 */
export async function readDestinationAnchor(
  context: ExecutorContext,
  { to, flow }: Job,
): Promise<bigint> {
  if (to.reportedOnly) return 0n;
  const adapter = adapterOf(context, to.chain);
  return (await adapter.head(flow === 'deposit-by-hand' ? 0 : recent(adapter.chain))).latest;
}
