import { type Address, beginCell, Cell, contractAddress } from '@ton/core';
import { SandboxError } from '../sandbox-error.ts';
import { JETTON_POOL_CODE } from './artifacts/jetton-pool.ts';
import { JETTON_WALLET_CODE } from './artifacts/jetton-wallet.ts';
import type { Block } from './block.ts';
import type { Blockchain } from './blockchain.ts';
import { jettonWallet } from './jetton.ts';
import { JETTONS, type Jetton, TON } from './ton-catalogue.ts';

/** Swaps coins for a jetton and back: contracts/jetton-pool.fc. */
export interface LiquidityPool {
  readonly address: Address;
  readonly jetton: Jetton;
  /** The initial reserves. */
  readonly firstReserves: Reserves;
}

export interface Reserves {
  /** In nanotons. */
  readonly coins: bigint;
  /** In base units. */
  readonly jettons: bigint;
}

interface FirstContract {
  readonly address: Address;
  readonly init: { readonly code: Cell; readonly data: Cell };
  /** In nanotons. */
  readonly balance: bigint;
}

const POOL_CODE = Cell.fromBase64(JETTON_POOL_CODE);
const WALLET_CODE = Cell.fromBase64(JETTON_WALLET_CODE);
/** In nanotons: enough that swaps of some thousand coins hardly move the price. */
const POOLED_COINS = 1_000_000n * 10n ** 9n;
/** In nanotons besides the reserves: pays for many years of storage. */
const STORAGE_COINS = 10n * 10n ** 9n;

/** One for each jetton. */
export const POOLS: readonly LiquidityPool[] = JETTONS.map((jetton) => ({
  address: contractAddress(0, {
    code: POOL_CODE,
    data: poolData(jetton, { coins: 0n, jettons: 0n }),
  }),
  jetton,
  firstReserves: { coins: POOLED_COINS, jettons: worth(POOLED_COINS, jetton) },
}));

/** A pool and its jetton wallet, as of the first block. */
export function poolContracts({
  address,
  jetton,
  firstReserves,
}: LiquidityPool): readonly FirstContract[] {
  const init = { code: POOL_CODE, data: poolData(jetton, firstReserves) };
  return [
    { address, init, balance: firstReserves.coins + STORAGE_COINS },
    { ...jettonWallet(jetton.minter, address, firstReserves.jettons), balance: STORAGE_COINS },
  ];
}

/**
 * The reserves of a pool after a block.
 * @throws {SandboxError} `engine-failed` if the pool does not exist
 */
export function readReserves(
  blockchain: Blockchain,
  { address }: LiquidityPool,
  at: Block,
): Reserves {
  const state = blockchain.readAccount(address, at).record?.storage.state;
  const data = state?.type === 'active' ? state.state.data : undefined;
  if (!data) throw new SandboxError('engine-failed', `There is no pool at ${address.toString()}.`);
  const slice = data.beginParse();
  return { coins: slice.loadCoins(), jettons: slice.loadCoins() };
}

function poolData({ minter }: Jetton, { coins, jettons }: Reserves): Cell {
  return beginCell()
    .storeCoins(coins)
    .storeCoins(jettons)
    .storeAddress(minter)
    .storeRef(WALLET_CODE)
    .endCell();
}

/** Jettons of the same value. */
function worth(coins: bigint, { decimals, usdMicros }: Jetton): bigint {
  return (
    (coins * TON.usdMicros * 10n ** BigInt(decimals)) / (usdMicros * 10n ** BigInt(TON.decimals))
  );
}
