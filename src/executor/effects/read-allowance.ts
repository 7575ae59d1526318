import type { TokenAddress } from '../../core/swap/chains.ts';
import type { Snapshot } from '../../core/swap/swap.ts';
import type { ObservationStore } from '../../ports/stores/observation-store.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { dispatchAll } from '../dispatch.ts';

/** Reads the allowance from the chain into the journal, which may end an approve in flight and wakes whoever waits for it. Returns what stands. */
export async function readAllowance(
  context: ExecutorContext<ObservationStore>,
  { swap }: Snapshot,
  { token, spender }: { token: TokenAddress; spender: string },
): Promise<bigint> {
  const { wallet, from } = swap.job;
  const { value, block } = await adapterOf(context, from.chain).allowance(wallet.address, token, spender);
  const waiting = await context.journal.recordAllowance({
    chain: from.chain,
    walletId: wallet.id,
    token,
    spender,
    value,
    block,
  });
  await context.checkpoint('allowance-recorded');
  await dispatchAll(context, waiting);
  return value;
}
