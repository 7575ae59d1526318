import type { Observation } from '../../core/decide/decision.ts';
import type { Snapshot } from '../../core/swap/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { ExecutorContext } from '../context.ts';
import { findUncovered } from './find-uncovered.ts';

/**
 * What the routing service was asked, unless it was for nothing: one that builds a transaction of
 * the wallet's coins, as on Bitcoin, misses the balance before Ferryman looks for it. Its word ends
 * nothing, as its node may be behind ours; where our chain says the same, the swap ends as it would
 * have ended there, and is not asked for again until its deadline. Throws what `asked` throws,
 * `INSUFFICIENT_BALANCE`, `INSUFFICIENT_GAS`, `BALANCE_RESERVED`.
 */
export async function checkShortage(
  context: ExecutorContext,
  { swap: { job } }: Snapshot,
  asked: Promise<Observation>,
): Promise<Observation> {
  try {
    return await asked;
  } catch (cause) {
    if (!(cause instanceof FerrymanError)) throw cause;
    // A service without a code for it refuses the request in its own words.
    const isOfBalance = cause.code === 'ROUTER_BALANCE';
    if (!isOfBalance && cause.code !== 'ROUTER_REFUSED') throw cause;
    const shortage = await findUncovered(context, job).catch((looked: unknown) => {
      throw isShort(looked, isOfBalance) ? looked : cause;
    });
    if (shortage) return shortage;
    throw cause;
  }
}

/** If the chain could not be read, the service's answer stands. */
function isShort(cause: unknown, mayWait: boolean): boolean {
  if (!(cause instanceof FerrymanError)) return false;
  const { code } = cause;
  return (
    code === 'INSUFFICIENT_BALANCE' ||
    code === 'INSUFFICIENT_GAS' ||
    (mayWait && code === 'BALANCE_RESERVED')
  );
}
