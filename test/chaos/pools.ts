import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxEndpoints } from '../../sandbox/endpoints.ts';
import type { RunChain, Wallets } from './families/run-chain.ts';
import { runChainsOf } from './families/run-chains.ts';

const blocksAfter = 2;
/** Of what never gets into a block nobody knows when it does not. */
const patience = 60_000;
const betweenLooks = 100;

/** Whether all that can get into a block has got there. */
export async function arePoolsEmpty(
  endpoints: SandboxEndpoints,
  wallets: Wallets,
): Promise<boolean> {
  const pools = await Promise.all(runChainsOf(endpoints).map((chain) => readNext(chain, wallets)));
  return pools.flat().length === 0;
}

/**
 * Lets the chains go on, once nobody sends any more, until all that can get into a block is in one,
 * and final. What waits for a lower nonce that nothing uses stays where it is. Returns what has not
 * got in after all, in words.
 */
export async function awaitPools(endpoints: SandboxEndpoints, wallets: Wallets): Promise<string[]> {
  const stuck = await Promise.all(
    runChainsOf(endpoints).map(async (chain) => {
      await until(async () => (await readNext(chain, wallets)).length === 0);
      const final = (await chain.readHeight()) + BigInt(endpoints.finalityDepth + blocksAfter);
      const isFinal = await until(async () => (await chain.readHeight()) >= final);
      const left = (await readNext(chain, wallets)).map(
        ({ wallet, what }) => `${what} of ${wallet} stays in the pool of ${chain.name}`,
      );
      return isFinal ? left : [...left, `${chain.name} makes no blocks any more`];
    }),
  );
  return stuck.flat();
}

async function readNext(chain: RunChain, wallets: Wallets) {
  return (await chain.readWaiting(wallets)).filter(({ isNext }) => isNext);
}

async function until(isSo: () => Promise<boolean>): Promise<boolean> {
  const deadline = Date.now() + patience;
  while (!(await isSo())) {
    if (Date.now() > deadline) return false;
    await pause(betweenLooks);
  }
  return true;
}
