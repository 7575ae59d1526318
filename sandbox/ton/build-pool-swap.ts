import { type Address, type Builder, beginCell, type Cell } from '@ton/core';
import { numberToHex } from 'viem';
import { jettonWalletAddress, transferBody } from './jetton.ts';
import type { LiquidityPool } from './liquidity-pool.ts';
import type { TonToken } from './ton-catalogue.ts';

export interface PoolSwap {
  readonly pool: LiquidityPool;
  /** The input: coins, or the pool's jetton. */
  readonly from: TonToken;
  /** Base units of `from`. */
  readonly amountIn: bigint;
  /** The wallet that sends the message. It receives the excess. */
  readonly sender: Address;
  readonly receiver: Address;
  /** Base units of the other token. If the pool would pay less, it returns the input. */
  readonly minimumOut: bigint;
  /** Unix seconds. After this the pool returns the input. */
  readonly deadline: bigint;
}

/** The message that a wallet sends for a swap. It is bounceable. */
interface SwapMessage {
  readonly to: Address;
  /** In nanotons. */
  readonly value: bigint;
  readonly body: Cell;
}

/** As in contracts/jetton-pool.fc, like the gas that a swap must bring. */
const SWAP = 0x73776170;
const COINS_FOR_SWAP = 50_000_000n;
/** What the guard's policy says of a swap's body, and of what is forwarded with jettons. */
const TERMS = [
  { type: 'coins', role: 'minimum' },
  { type: 'address', role: 'receiver' },
  { type: 'uint', bits: 64 },
] as const;
export const POOL_OPERATIONS = [
  {
    operation: numberToHex(SWAP, { size: 4 }),
    with: 'coins',
    fields: [{ type: 'uint', bits: 64 }, { type: 'coins' }, ...TERMS],
  },
  { operation: numberToHex(SWAP, { size: 4 }), with: 'jettons', fields: TERMS },
] as const;
/** In nanotons: twice the pool's minimum. */
const SWAP_COINS = 2n * COINS_FOR_SWAP;
/** In nanotons: for the transfer of the jettons to the pool, whose wallet exists. */
const TRANSFER_COINS = 50_000_000n;

/** A swap in one message: coins go to the pool, jettons through the sender's jetton wallet. */
export function buildPoolSwap(swap: PoolSwap): SwapMessage {
  const { pool, from, amountIn, sender } = swap;
  switch (from.behaviour) {
    case 'native': {
      const body = beginCell().storeUint(SWAP, 32).storeUint(0, 64).storeCoins(amountIn);
      return {
        to: pool.address,
        value: amountIn + SWAP_COINS,
        body: storeTerms(body, swap).endCell(),
      };
    }
    case 'jetton': {
      const payload = storeTerms(beginCell().storeUint(SWAP, 32), swap).endCell();
      const forward = { coins: SWAP_COINS, payload };
      const body = transferBody({ to: pool.address, amount: amountIn, response: sender, forward });
      return {
        to: jettonWalletAddress(from.minter, sender),
        value: SWAP_COINS + TRANSFER_COINS,
        body,
      };
    }
  }
}

function storeTerms(builder: Builder, { minimumOut, receiver, deadline }: PoolSwap): Builder {
  return builder.storeCoins(minimumOut).storeAddress(receiver).storeUint(deadline, 64);
}
