import { swapMemoActions } from '../../core/deposits/swap-memo-actions.ts';
import type { SwapDataRecord } from '../../ports/stores/order-store.ts';

/**
 * Chain, address and memo of a deposit in one text: no two orders have the same, whenever they were
 * made. `null` for a vault that all orders share, where the memo says what is paid for.
 */
export function depositOnce({
  chain,
  account,
  memo = '',
}: Pick<NonNullable<SwapDataRecord['deposit']>, 'chain' | 'account' | 'memo'>): string | null {
  return isSwapMemo(memo) ? null : [chain, account, memo].join(' ');
}

function isSwapMemo(memo: string): boolean {
  const [action = '', ...rest] = memo.split(':');
  return rest.length > 0 && swapMemoActions.includes(action.toLowerCase());
}
