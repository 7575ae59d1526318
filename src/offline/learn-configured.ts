import type { Config } from '../config/config.ts';
import type { ChainName, Family } from '../core/swap/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { definitionOf } from '../families/families.ts';
import { admittedOn } from '../guard/policy/guard-policy.ts';
import { callHttp } from '../http/call-http.ts';
import { createRouterTransport } from '../http/create-router-transport.ts';
import { findAccount } from '../keys/find-account.ts';
import { listWallets } from '../keys/list-wallets.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import { machineClock } from '../ports/clock.ts';
import { createRouterClient } from '../router/create-router-client.ts';
import { type LearnedRoute, learnRoutes } from './learn-policy.ts';
import { readOfflineJob } from './read-offline-job.ts';

/**
 * The routes of a job with the configured routing service, chains and wallets, and without a
 * service, a journal or a password. Throws `CONFIG_INVALID` without a routing service, `INVALID_JOB`,
 * and what chains and router throw.
 */
export async function learnConfigured(config: Config, body: unknown): Promise<LearnedRoute[]> {
  const { networks, dataFolder } = config;
  if (networks.kind !== 'configured')
    throw new FerrymanError('CONFIG_INVALID', 'there is no routing service to ask for routes', {
      faults: [
        {
          pointer: '/router',
          message: 'no router is configured; set router.url, or FERRYMAN_ROUTER_URL',
        },
      ],
    });
  const { url: baseUrl, ...router } = networks.router;
  const transport = createRouterTransport({ ...router, baseUrl });
  try {
    const { callsPerMinute: _uncounted, pins: _pins, pinMode: _mode, ...settings } = router;
    const client = createRouterClient({
      ...settings,
      baseUrl,
      fetch: transport,
      publicKeyOf: async (address, family) =>
        findAccount(await listWallets(dataFolder), { family, address })?.publicKey,
    });
    const job = await readOfflineJob(body, {
      walletOf: (name, family) => walletOf(dataFolder, name, family),
      adapterOf: (chain) => adapterOf(config, chain),
      readToken: (adapter, token) => adapter.token(token),
      additionalProviders: router.additionalProviders ?? [],
    });
    return await learnRoutes(client, job);
  } finally {
    await transport.close();
  }
}

async function walletOf(dataFolder: string, name: string, family: Family): Promise<string> {
  const wallets = await listWallets(dataFolder);
  const found = wallets.find((wallet) => wallet.name === name && wallet.family === family);
  if (found) return found.address;
  throw new FerrymanError(
    'UNKNOWN_WALLET',
    `there is no ${family} wallet ${name}: \`ferryman wallet list\` lists them`,
  );
}

function adapterOf(
  { networks, dataFolder, guardPolicy }: Config,
  name: ChainName,
): Promise<ChainAdapter> {
  const chains = networks.kind === 'configured' ? networks.chains : [];
  const settings = chains.find(({ chain }) => chain.name === name);
  if (!settings)
    throw new FerrymanError(
      'UNKNOWN_CHAIN',
      `${name} has no endpoints: set chains.${name}.rpcUrls`,
    );
  const { family } = settings.chain;
  return definitionOf(family).loadAdapter({
    ...settings,
    clock: machineClock,
    fetch: callHttp,
    storedAccount: async (address) =>
      findAccount(await listWallets(dataFolder), { family, address }),
    protectedCoin: admittedOn(guardPolicy, name).protectedCoin,
  });
}
