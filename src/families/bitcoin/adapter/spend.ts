import type { SeenTransaction, Spend } from './endpoint.ts';

/** Whether a block up to that height spends it. */
export function isSpentBy(
  spend: Spend | undefined,
  height: bigint,
): spend is Spend & Required<Pick<Spend, 'block'>> {
  return spend?.block !== undefined && spend.block.number <= height;
}

/** Whether it spends coins under the script: whoever has the key made it. */
export function isSpentFrom(
  { spends }: Pick<SeenTransaction, 'spends'>,
  script: Uint8Array,
): boolean {
  return spends.some((spent) => Buffer.compare(spent.script, script) === 0);
}
