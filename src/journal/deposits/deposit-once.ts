import type { SwapDataRecord } from '../../ports/stores/order-store.ts';

/** A memo that says itself what is paid for (dev.thorchain.org, memos). */
const swapMemo = /^(=|s|swap):/i;

/**
 * What no two orders may have, whenever they were made: chain, address and memo of a deposit. `null`
 * for a vault that is everybody's.
 */
export function depositOnce({
  chain,
  account,
  memo = '',
}: Pick<NonNullable<SwapDataRecord['deposit']>, 'chain' | 'account' | 'memo'>): string | null {
  return swapMemo.test(memo) ? null : [chain, account, memo].join(' ');
}
