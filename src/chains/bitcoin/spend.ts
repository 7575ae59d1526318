import type { Outpoint } from '../../core/swap.ts';
import type { Outspend } from './answers.ts';

type Spent = Extract<Outspend, { spent: true }>;

/** Whether a block up to that height spends it. */
export function isSpentBy(spend: Outspend, height: bigint): spend is Spent {
  return spend.spent && spend.status.confirmed && spend.status.block_height <= height;
}

/** Where a server tells what spends a coin. */
export function pathOf(outpoint: Outpoint): string {
  const [txId, index] = outpoint.split(':');
  return `tx/${txId}/outspend/${index}`;
}
