import { setTimeout as pause } from 'node:timers/promises';
import { laneRuleOf } from '../../src/core/swap/lane-rule.ts';
import type { Bench } from '../bench.ts';
import { get, submit } from './api-client.ts';
import { copiedPrefix, createSwapCopier, type SwapCopier } from './copy-swaps.ts';
import { type Ferryman, startUp } from './ferryman.ts';
import { jobAt } from './jobs.ts';
import { type Stage, setStage } from './stage.ts';

/** A source of swaps that wait for their chain or for the routing service. */
export interface OpenSwaps {
  stage: Stage;
  key: string;
  /**
   * Raises the number of open swaps to `open`: 70 % wait for their source, 30 % for the routing
   * service. Overdue times are spread over one poll interval, as after many polls.
   */
  fill(open: number, until?: number): Promise<number>;
}

const openChains = ['ETH', 'POLYGON', 'ARBITRUM', 'BSC', 'BASE'];
const sourceShare = 0.7;
const templatePatience = 120_000;
const statusPoll = 30_000;

/**
 * Advances a few swaps through the public API while blocks or payouts are held, and copies their
 * rows. Times are as on real networks, so nothing is bumped, cancelled or abandoned during the
 * measurement.
 */
export async function makeOpenSwaps(bench: Bench): Promise<OpenSwaps> {
  const hour = 3_600_000;
  const stage = await setStage(bench, {
    chains: openChains,
    blockIntervalMs: 1_000,
    policy: {
      statusPoll,
      settlementPoll: 5_000,
      resendAfter: hour,
      bumpAfter: hour,
      inclusionWithin: hour,
      reviewAfter: 24 * hour,
      deadAfter: 10_000,
    },
  });
  const { servers, standIns, databaseUrl } = stage;
  const ferryman = await startUp(stage);
  bench.atEnd(() => ferryman.kill());
  await standIns.tell({ holdPayouts: true });
  // For swaps that wait for the routing service, the payments are already proven.
  const waitingForRouter = await carryTo(
    ferryman,
    stage,
    0,
    ({ state, payment }) => state === 'settling' && payment?.status === 'final',
  );
  await standIns.tell({ holdSources: true });
  const waitingForSource = await carryTo(
    ferryman,
    stage,
    openChains.length,
    ({ payment }) => payment?.status === 'pending',
  );
  await ferryman.stop();
  await standIns.tell({ pretendedPrefix: copiedPrefix });
  // An account never has more swaps in flight at once.
  const accounts = { swapsPerAccount: laneRuleOf('evm').slots };
  const copierOf = (templates: readonly string[]) =>
    createSwapCopier((text, values) => servers.sql(databaseUrl, text, values), templates, accounts);
  const [sources, routed] = [await copierOf(waitingForSource), await copierOf(waitingForRouter)];
  let open = waitingForSource.length + waitingForRouter.length;
  return {
    stage,
    key: ferryman.api.key,
    async fill(wanted, until) {
      const missing = Math.max(0, wanted - open);
      const perTemplate = (share: number): number =>
        Math.round((missing * share) / openChains.length);
      const fill = (copier: SwapCopier, share: number) => copier.copy(perTemplate(share), until);
      open += (await fill(sources, sourceShare)) + (await fill(routed, 1 - sourceShare));
      await servers.sql(
        databaseUrl,
        `update timers set due_at = now() + random() * $1::float8 * interval '1 millisecond'
         where due_at < now() + $1::float8 * interval '1 millisecond'`,
        [statusPoll],
      );
      return open;
    },
  };
}

interface ShownSwap {
  state: string;
  payment?: { status: string } | null;
}

/** One swap per chain. */
async function carryTo(
  ferryman: Ferryman,
  stage: Stage,
  first: number,
  isThere: (swap: ShownSwap) => boolean,
): Promise<string[]> {
  const plan = {
    world: stage.standIns,
    wallets: stage.home.wallets,
    sources: openChains,
    kind: 'cross-chain',
  } as const;
  const ids: string[] = [];
  for (let index = first; index < first + openChains.length; index += 1) {
    ids.push(await submit(ferryman, `bench-${index}`, jobAt(plan, index)));
  }
  const until = performance.now() + templatePatience;
  for (const id of ids) {
    for (;;) {
      const { swap } = (await get(ferryman, `/v1/swaps/${id}`)) as { swap: ShownSwap };
      if (isThere(swap)) break;
      if (performance.now() > until)
        throw new Error(`a template swap remains in state ${swap.state}`);
      await pause(200);
    }
  }
  // Wait until it was polled once and its next action is scheduled.
  await pause(3_000);
  return ids;
}
