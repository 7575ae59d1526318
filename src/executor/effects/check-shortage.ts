import type { Observation } from '../../core/decide/decision.ts';
import type { Snapshot } from '../../core/swap/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { ExecutorContext } from '../context.ts';
import { findUncovered } from './find-uncovered.ts';

/**
 * Awaits a routing request. A service that builds the transaction from the wallet's coins, as on
 * Bitcoin, notices a shortage before Ferryman does. Its answer ends nothing, as its node may lag:
 * only if our chain confirms the shortage, the swap ends as it would have ended there, and is not
 * requested again before its deadline. Throws what `asked` throws, `INSUFFICIENT_BALANCE`,
 * `INSUFFICIENT_GAS`, `BALANCE_RESERVED`.
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
    // A service without an error code for it reports a plain refusal.
    const isOfBalance = cause.code === 'ROUTER_BALANCE';
    if (!isOfBalance && cause.code !== 'ROUTER_REFUSED') throw cause;
    const shortage = await findUncovered(context, job).catch((shortageError: unknown) => {
      throw isShort(shortageError, isOfBalance) ? shortageError : cause;
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
