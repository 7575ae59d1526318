import { createHash } from 'node:crypto';
import { getAddress } from 'viem';
import type { World } from './world.ts';

const native = '0x0000000000000000000000000000000000000000';

/** A job as it is posted. */
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
  /** Jobs go round them. */
  wallets: readonly { name: string }[];
  /** Source chains that jobs go round; default: the first one. */
  sources?: readonly string[];
  /** Default: half of them on the source chain, half to another. */
  kind?: 'on-chain' | 'cross-chain';
}

/**
 * The `index`th job: coins for the token on the same chain, or for the coin of another. Every
 * customer has an address of their own.
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
