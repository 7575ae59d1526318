import type { Leg, Swap } from 'ferryman-client';

interface LegAmount {
  value: string;
  unit: string;
  /** Whether it is one of the job's two tokens: of another one the service gives base units. */
  isOfJob: boolean;
}

/** The amount of a leg, and in what. No chain shows how much of a promised amount arrived. */
export function legAmount(
  { role, chain, token, amount, promised, amountBaseUnits }: Leg,
  { from, to }: Pick<Swap, 'from' | 'to'>,
): LegAmount {
  if (promised !== undefined) {
    const { symbol } = role === 'payout' ? to : from;
    return { value: `≥ ${promised}`, unit: symbol, isOfJob: true };
  }
  const asset = [to, from].find((one) => one.chain === chain && one.token === token);
  return amount !== undefined && asset
    ? { value: amount, unit: asset.symbol, isOfJob: true }
    : { value: amountBaseUnits ?? '–', unit: 'base units', isOfJob: false };
}
