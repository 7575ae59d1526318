import { setTimeout as pause } from 'node:timers/promises';
import { type Address, createPublicClient, getAddress, http, type PublicClient } from 'viem';
import { type EvmChainName, evmChainsOf, type SandboxEndpoints } from '../../sandbox/endpoints.ts';

/** A transaction of one of the wallets that is in no block. */
export interface Pooled {
  chain: EvmChainName;
  wallet: string;
  nonce: number;
  /** It has its turn, and gets in unless it bids too little; otherwise a lower nonce is missing. */
  isNext: boolean;
}

export type Wallets = readonly { name: string; account: { address: Address } }[];

const blocksAfter = 2;
const patience = 30_000;
const betweenLooks = 100;

/** What the pool of one chain holds of the wallets. */
export async function readPool(client: PublicClient, chain: EvmChainName, wallets: Wallets): Promise<Pooled[]> {
  const pool = (await client.request({ method: 'txpool_content' as never })) as Record<
    'pending' | 'queued',
    Record<string, Record<string, unknown>>
  >;
  const names = new Map(wallets.map(({ name, account }) => [getAddress(account.address), name]));
  const within = (accounts: (typeof pool)['pending'], isNext: boolean): Pooled[] =>
    Object.entries(accounts).flatMap(([address, byNonce]) => {
      const wallet = names.get(getAddress(address));
      if (wallet === undefined) return [];
      return Object.keys(byNonce).map((nonce) => ({ chain, wallet, nonce: Number(nonce), isNext }));
    });
  return [...within(pool.pending, true), ...within(pool.queued, false)];
}

/** Whether all that can get into a block has got there. */
export async function arePoolsEmpty(endpoints: SandboxEndpoints, wallets: Wallets): Promise<boolean> {
  const pools = await Promise.all(clientsOf(endpoints).map(([chain, client]) => readPool(client, chain, wallets)));
  return !pools.flat().some(({ isNext }) => isNext);
}

/**
 * Lets the chains go on, once nobody sends any more, until all that can get into a block is in one, and final. What waits for a lower nonce
 * that nothing uses stays where it is. Returns what has not got in after all, in words.
 */
export async function awaitPools(endpoints: SandboxEndpoints, wallets: Wallets): Promise<string[]> {
  const stuck = await Promise.all(
    clientsOf(endpoints).map(async ([chain, client]) => {
      const until = async (isSo: () => Promise<boolean>): Promise<boolean> => {
        const deadline = Date.now() + patience;
        while (!(await isSo())) {
          if (Date.now() > deadline) return false;
          await pause(betweenLooks);
        }
        return true;
      };
      const next = async () => (await readPool(client, chain, wallets)).filter(({ isNext }) => isNext);
      await until(async () => (await next()).length === 0);
      const last = await client.getBlockNumber({ cacheTime: 0 });
      const final = last + BigInt(endpoints.finalityDepth + blocksAfter);
      const isFinal = await until(async () => (await client.getBlockNumber({ cacheTime: 0 })) >= final);
      const left = (await next()).map(
        ({ wallet, nonce }) => `nonce ${nonce} of ${wallet} stays in the pool of ${chain}`,
      );
      return isFinal ? left : [...left, `${chain} makes no blocks any more`];
    }),
  );
  return stuck.flat();
}

function clientsOf(endpoints: SandboxEndpoints): [EvmChainName, PublicClient][] {
  return evmChainsOf(endpoints).map(([name, { rpcUrls }]) => [
    name,
    createPublicClient({ transport: http(rpcUrls[0] ?? '') }),
  ]);
}
