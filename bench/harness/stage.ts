import type { Policy } from '../../src/core/decide/policy.ts';
import type { Bench } from '../bench.ts';
import { createHome, type Home } from './home.ts';
import type { Servers } from './servers.ts';
import { type StandIns, startStandIns } from './stand-ins.ts';

/** The environment of Ferryman's processes. */
export interface Stage {
  servers: Servers;
  standIns: StandIns;
  home: Home;
  databaseUrl: string;
  stores: { databaseUrl: string; redisUrl: string };
}

interface StageOptions {
  /** Chains of the registry. Default: three. */
  chains?: readonly string[];
  blockIntervalMs?: number;
  wallets?: number;
  policy?: Partial<Policy>;
  databaseUrl?: string;
}

/**
 * An empty database, an empty Redis, new stand-ins and new wallets. The end of the figure removes
 * all of them.
 */
export async function setStage(bench: Bench, options: StageOptions = {}): Promise<Stage> {
  const {
    chains = ['ETH', 'POLYGON', 'ARBITRUM'],
    blockIntervalMs,
    databaseUrl: given,
    ...home
  } = options;
  const servers = await bench.servers();
  await servers.redis.flush();
  const standIns = await startStandIns(chains, blockIntervalMs);
  bench.atEnd(() => standIns.close());
  const opened = await createHome({ world: standIns, ...home });
  bench.atEnd(() => opened.close());
  const databaseUrl = given ?? (await servers.createDatabase());
  return {
    servers,
    standIns,
    home: opened,
    databaseUrl,
    stores: { databaseUrl, redisUrl: servers.redis.url },
  };
}
