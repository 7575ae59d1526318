import { type Address, type Builder, beginCell, type Cell } from '@ton/core';
import { jettonWalletAddress, transferBody } from './jetton.ts';
import type { LiquidityPool } from './liquidity-pool.ts';
import type { TonToken } from './ton-catalogue.ts';

export interface PoolSwap {
  readonly pool: LiquidityPool;
  /** What goes in: coins, or the pool's jetton. */
  readonly from: TonToken;
  /** Base units of `from`. */
  readonly amountIn: bigint;
  /** Whose wallet sends the message. It gets back whatever is left over. */
  readonly sender: Address;
  readonly receiver: Address;
  /**
   * Base units of the other token. Where the pool has less for it, the sender gets back what went
   * in.
   */
  readonly minimumOut: bigint;
  /** Unix seconds; a swap that comes later is given back as well. */
  readonly deadline: bigint;
}

/** What a wallet sends for a swap. It bounces. */
interface SwapMessage {
  readonly to: Address;
  /** In nanotons. */
  readonly value: bigint;
  readonly body: Cell;
}

/** Of contracts/jetton-pool.fc, as is what a swap must bring for its gas. */
const SWAP = 0x73776170;
const COINS_FOR_SWAP = 50_000_000n;
/** In nanotons: twice what the pool asks for. */
const SWAP_COINS = 2n * COINS_FOR_SWAP;
/** In nanotons: for the way of the jettons to the pool, whose wallet is there. */
const TRANSFER_COINS = 50_000_000n;

/** A swap in one message: coins go to the pool, and jettons by the sender's jetton wallet. */
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
