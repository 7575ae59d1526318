import type { Outpoint } from '../../core/swap.ts';
import type { EsploraTransaction, Outspend } from './answers.ts';

type Spent = Extract<Outspend, { spent: true }>;

/** Whether a block up to that height spends it. */
export function isSpentBy(spend: Outspend, height: bigint): spend is Spent {
  return spend.spent && spend.status.confirmed && spend.status.block_height <= height;
}

/** Whether it spends coins under the script: whoever has the key made it. */
export function isSpentFrom({ vin }: Pick<EsploraTransaction, 'vin'>, script: Uint8Array): boolean {
  return vin.some(({ prevout }) => prevout !== null && Buffer.compare(prevout.scriptpubkey, script) === 0);
}

/** Where a server tells what spends a coin. */
export function pathOf(outpoint: Outpoint): string {
  const [txId, index] = outpoint.split(':');
  return `tx/${txId}/outspend/${index}`;
}
