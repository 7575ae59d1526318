import { isOwn } from '../formats/own-scripts.ts';
import type { SeenTransaction, Spend } from './endpoint.ts';

/** Whether a block up to the height contains the spend. */
export function isSpentBy(
  spend: Spend | undefined,
  height: bigint,
): spend is Spend & Required<Pick<Spend, 'block'>> {
  return spend?.block !== undefined && spend.block.number <= height;
}

/** Whether a transaction spends coins of one of the scripts, and so was signed with its key. */
export function isSpentFrom(
  { spends }: Pick<SeenTransaction, 'spends'>,
  own: readonly Uint8Array[],
): boolean {
  return spends.some(({ script }) => isOwn(own, script));
}
