import type { Address } from '@ton/core';

/** A jetton, or the native coin, on TON. */
export interface TonToken {
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  readonly behaviour: 'native' | 'jetton';
  /** The jetton's minter; the native coin has none. */
  readonly minter: Address | undefined;
  /** Fixed price of one whole token in millionths of a US dollar. */
  readonly usdMicros: bigint;
}

export const TON: TonToken = {
  symbol: 'TON',
  name: 'Toncoin',
  decimals: 9,
  behaviour: 'native',
  minter: undefined,
  usdMicros: 3_000_000n,
};
