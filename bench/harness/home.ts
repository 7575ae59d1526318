import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatePrivateKey } from 'viem/accounts';
import type { SandboxEndpoints } from '../../sandbox/endpoints.ts';
import { sandboxSettings } from '../../src/cli/sandbox-settings.ts';
import type { Policy } from '../../src/core/decide/policy.ts';
import { importWallet } from '../../src/keys/import-wallet.ts';
import type { World } from './world.ts';

/** A folder with a configuration and wallets, for any number of processes. */
export interface Home {
  folder: string;
  wallets: readonly { name: string; address: string }[];
  close(): Promise<void>;
}

interface HomeOptions {
  world: World;
  /** Number of wallets. Default: 1. */
  wallets?: number;
  /** Overrides members of the sandbox's policy. */
  policy?: Partial<Policy>;
}

export const password = 'only for the bench';
/** The lowest allowed `n` of scrypt: each start opens up to a hundred keystores. */
const cost = 2 ** 14;

export async function createHome({
  world,
  wallets: count = 1,
  policy,
}: HomeOptions): Promise<Home> {
  const folder = await mkdtemp(join(tmpdir(), 'ferryman-bench-'));
  const dataFolder = join(folder, '.ferryman');
  const wallets: { name: string; address: string }[] = [];
  for (let index = 0; index < count; index += 1) {
    const name = `payer-${index + 1}`;
    const { address } = await importWallet({
      dataFolder,
      name,
      password,
      cost,
      secret: generatePrivateKey(),
    });
    wallets.push({ name, address });
  }
  const { routerUrl, blockIntervalMs, finalityDepth, chains, guardPolicy } = world;
  const config = {
    router: { url: routerUrl, timeoutMs: 10_000 },
    chains: Object.fromEntries(
      chains.map(({ name, chainId, rpcUrl, wrappedNative }) => [
        name,
        {
          chainId,
          rpcUrls: [rpcUrl],
          wrappedNative,
          blockTimeMs: blockIntervalMs,
          progressDepth: 1,
          proofDepth: finalityDepth,
        },
      ]),
    ),
    policy: { ...policyOf(world), ...policy },
    guard: { policy: guardPolicy },
  };
  await writeFile(join(folder, 'ferryman.config.json'), JSON.stringify(config));
  return {
    folder,
    wallets,
    close: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** The sandbox's own policy, which depends on the block interval. */
function policyOf({ routerUrl, blockIntervalMs, finalityDepth, guardPolicy }: World): Policy {
  const router = { url: routerUrl };
  const endpoints = {
    ...{ router, control: router, chains: {} },
    ...{ blockIntervalMs, finalityDepth, guardPolicy },
  };
  return sandboxSettings(endpoints as unknown as SandboxEndpoints).policy;
}
