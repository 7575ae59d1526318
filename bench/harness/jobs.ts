import { createHash } from 'node:crypto';
import { getAddress } from 'viem';
import type { World } from './world.ts';

const native = '0x0000000000000000000000000000000000000000';

/** A job as the API receives it. */
export interface Job {
  wallet: string;
  from: { chain: string; token: string };
  to: { chain: string; token: string };
  amount: string;
  receiver: string;
  slippageBps: number;
}

export interface JobPlan {
  world: World;
  /** Jobs rotate over these. */
  wallets: readonly { name: string }[];
  /** Jobs rotate over these source chains. Default: the first one. */
  sources?: readonly string[];
  /** Default: alternates between a swap on the source chain and one to another chain. */
  kind?: 'on-chain' | 'cross-chain';
}

/**
 * The job number `index`: buys the token of the same chain or the coin of another. Each customer
 * has an own address.
 */
export function jobAt({ world, wallets, sources, kind }: JobPlan, index: number): Job {
  const chains = world.chains.map(({ name }) => name);
  const from = pick(sources ?? chains.slice(0, 1), Math.floor(index / wallets.length));
  const others = chains.filter((name) => name !== from);
  const isOnChain = kind === undefined ? index % 2 === 0 : kind === 'on-chain';
  const usdc = world.chains.find(({ name }) => name === from)?.usdc ?? '';
  return {
    wallet: pick(wallets, index).name,
    from: { chain: from, token: native },
    to: isOnChain ? { chain: from, token: usdc } : { chain: pick(others, 0), token: native },
    amount: '0.01',
    receiver: receiverAt(index),
    slippageBps: 100,
  };
}

export function receiverAt(index: number): string {
  return getAddress(
    `0x${createHash('sha256').update(`receiver ${index}`).digest('hex').slice(0, 40)}`,
  );
}

function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new TypeError('there is nothing to choose from');
  return item;
}
