import type { Observation } from '../../core/decision.ts';
import type { Snapshot } from '../../core/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { findShortage, readBalances } from './find-shortage.ts';

/**
 * What the routing service was asked, unless it was for nothing: one that builds a transaction of the wallet's coins, as on Bitcoin, misses the
 * balance before Ferryman looks for it. Its word ends nothing, as its node may be behind ours; where our chain says the same, the swap ends as it
 * would have ended there, and is not asked for again until its deadline. Throws what `asked` throws, `INSUFFICIENT_BALANCE`, `BALANCE_RESERVED`.
 */
export async function checkShortage(
  context: ExecutorContext,
  { swap: { job } }: Snapshot,
  asked: Promise<Observation>,
): Promise<Observation> {
  try {
    return await asked;
  } catch (cause) {
    if (!(cause instanceof FerrymanError) || cause.code !== 'ROUTER_BALANCE') throw cause;
    const adapter = adapterOf(context, job.from.chain);
    const { address } = job.wallet;
    const shortage = await findShortage(context, job, await readBalances(adapter, address, job.from.token));
    if (shortage) return shortage;
    await adapter.requireCoins?.(address, job.amount);
    throw cause;
  }
}
