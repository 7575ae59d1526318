import type { TokenAddress } from '../../core/swap/chains.ts';
import type { Snapshot } from '../../core/swap/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { Allowances } from '../../ports/capabilities/allowances.ts';
import type { ChainAdapter } from '../../ports/chain-adapter.ts';
import type { AllowanceStore } from '../../ports/stores/observation-store.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { dispatchAll } from '../dispatch.ts';

/** Throws `ROUTER_MALFORMED` if the chain has no allowances: the order named a spender. */
export function allowancesOf({
  allowances,
  chain,
}: Pick<ChainAdapter, 'allowances' | 'chain'>): Allowances {
  if (allowances) return allowances;
  throw new FerrymanError(
    'ROUTER_MALFORMED',
    `the order names a spender, but ${chain.name} has no allowances`,
  );
}

/**
 * Reads the allowance from the chain into the journal, which may end an approve in flight, and
 * dispatches the swaps that wait for it. Returns the allowance in base units, and the block that it
 * was read at.
 */
export async function readAllowance(
  context: ExecutorContext<AllowanceStore>,
  { swap }: Snapshot,
  { token, spender }: { token: TokenAddress; spender: string },
): Promise<{ value: bigint; block: bigint }> {
  const { wallet, from } = swap.job;
  const { value, block } = await allowancesOf(adapterOf(context, from.chain)).read(
    wallet.address,
    token,
    spender,
  );
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
  return { value, block };
}
