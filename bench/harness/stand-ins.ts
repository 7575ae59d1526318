import { token as tokenAddress } from '../stand-ins/addresses.ts';
import type { Counts } from '../stand-ins/counts.ts';
import { describePolicy } from '../stand-ins/describe-policy.ts';
import type { Arrival, RecordedRequest, StandInSettings } from '../stand-ins/settings.ts';
import { startChildProgram } from './child-program.ts';
import type { World } from './world.ts';

/** The stand-ins for routing service and chains, in their own process. */
export interface StandIns extends World {
  pid: number;
  counts(): Promise<Counts>;
  /** See `Orders` in bench/stand-ins/serve.ts. */
  tell(orders: Record<string, unknown>): Promise<void>;
  recorded(): Promise<RecordedRequest[]>;
  arrivals(): Promise<Arrival[]>;
  close(): Promise<void>;
}

/** The sandbox's three ids: the gate lets Ferryman sign there, and no network has them. */
const firstChainId = 7_700_001;
const standInFinality = 4;

/** @param names of EVM chains of the registry */
export async function startStandIns(
  names: readonly string[],
  blockIntervalMs = 200,
): Promise<StandIns> {
  const chains = names.map((name, index) => ({ name, chainId: firstChainId + index }));
  const settings: StandInSettings = { chains, blockIntervalMs };
  const program = await startChildProgram('bench/stand-ins/main', settings);
  const { url } = program.announced as { url: string };
  const ask = async <Answer>(path: string, body?: unknown): Promise<Answer> => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return (await (await fetch(`${url}/control/${path}`, init)).json()) as Answer;
  };
  return {
    pid: program.pid,
    routerUrl: url,
    blockIntervalMs,
    finalityDepth: standInFinality,
    guardPolicy: describePolicy(names),
    chains: chains.map(({ name, chainId }) => ({
      name,
      chainId,
      rpcUrl: `${url}/${name}`,
      usdc: tokenAddress,
    })),
    counts: () => ask<Counts>('counts'),
    tell: async (orders) => void (await ask('tell', orders)),
    recorded: () => ask<RecordedRequest[]>('recorded'),
    arrivals: () => ask<Arrival[]>('arrivals'),
    close: () => program.close(),
  };
}
