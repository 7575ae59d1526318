import { setTimeout as pause } from 'node:timers/promises';
import { compose } from '../../compose.ts';
import { courseOf } from '../../core/swap/course.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import { isEnd, openStates } from '../../core/swap/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { Ferryman } from '../../ferryman.ts';
import type { SwapView } from '../../ports/stores/swap-store.ts';
import { loadSandbox } from '../load-sandbox.ts';
import type { OnStep } from '../show-start.ts';
import type { SandboxHome } from '../up/sandbox-home.ts';
import { auditRoute } from './audit-route.ts';
import { type DemoReport, type DemoSwap, demoRoute } from './demo-report.ts';
import {
  auditAccounts,
  jobOf,
  type PlannedRoute,
  planRoutes,
  type RouteKind,
  type WalletOf,
} from './plan-routes.ts';
import type { Progress } from './show-progress.ts';
import { submitPatiently } from './submit-patiently.ts';

/** Between two polls of the swaps, in milliseconds. */
const pollInterval = 200;
/** The most that the journal lists in one call. */
const maxListed = 200;
export interface DemoOptions {
  home: SandboxHome;
  startedAt: number;
  /** Stops the demo early. */
  signal: AbortSignal;
  /** Receives each step of the start. */
  onStep: OnStep;
  progress: Progress;
}

/** Runs all planned swaps at once on an embedded Ferryman, then audits the chains. */
export async function runDemo({
  home,
  startedAt,
  signal,
  onStep,
  progress,
}: DemoOptions): Promise<{ report: DemoReport; swaps: DemoSwap[] }> {
  const sandbox = await loadSandbox();
  const routes = planRoutes(home.endpoints);
  const ferryman = await compose({ ...home.options, signal, onStep });
  try {
    await ferryman.startWorkers({ concurrency: 24 });
    const { chains } = home.endpoints;
    const opening = await sandbox.openAudit({
      chains,
      accounts: auditAccounts(home.endpoints, walletsOf(home)),
    });
    const setUpAt = Date.now();
    const swaps = await runSwaps(ferryman, routes, { home, progress, signal });
    const elapsedMs = Date.now() - setUpAt;
    const audit = await sandbox.closeAudit(opening, swaps.flatMap(auditRoute));
    const settled = swaps.filter(({ view }) => view.swap.state === 'settled');
    const settledAt = settled.map(({ view }) => view.swap.updatedAt);
    const demoRoutes = swaps.map(demoRoute);
    const count = (state: string): number =>
      demoRoutes.filter((route) => route.state === state).length;
    const report = {
      swaps: swaps.length,
      settled: count('settled'),
      refunded: count('refunded'),
      failed: swaps.length - count('settled') - count('refunded'),
      verifiedOnChain: demoRoutes.filter(
        ({ state, level }) => state !== 'failed' && level === 'verified',
      ).length,
      setupMs: setUpAt - startedAt,
      firstSettledMs: settledAt.length > 0 ? Math.min(...settledAt) - setUpAt : null,
      elapsedMs,
      routes: demoRoutes,
      audit,
    };
    return { report, swaps };
  } finally {
    await ferryman.close();
  }
}

async function runSwaps(
  ferryman: Ferryman,
  routes: readonly PlannedRoute[],
  { home, progress, signal }: Pick<DemoOptions, 'home' | 'progress' | 'signal'>,
): Promise<DemoSwap[]> {
  const submitted = await Promise.all(
    routes.map(async (route, index) => {
      const body = {
        ...jobOf(route, home.endpoints, walletsOf(home)),
        priority: priorities[route.kind],
      };
      const idempotencyKey = `demo-${index + 1}`;
      const { swap } = await submitPatiently(() => ferryman.submit({ idempotencyKey, body }), {
        signal,
      });
      return { route, id: swap.id };
    }),
  );
  const views = new Map<SwapId, SwapView>();
  for (;;) {
    await refresh(ferryman.journal, submitted, views);
    const swaps = submitted.flatMap(({ route, id }) => {
      const view = views.get(id);
      return view ? [{ route, view }] : [];
    });
    progress.update(swaps);
    if (swaps.every(({ view: { swap } }) => courseOf(swap.state) !== 'goes_on')) return swaps;
    await pause(pollInterval, undefined, { signal });
  }
}

/**
 * The slowest kinds go first if several swaps wait for a wallet: a refund makes two requests, a
 * bridge waits for blocks of two chains.
 */
const priorities: Readonly<Record<RouteKind, number>> = {
  refund: 9,
  claim: 8,
  'cross-chain': 5,
  deposit: 5,
  'same-chain': 0,
};

/**
 * Reads all open swaps in one statement, and those that have ended since one last time. Few
 * statements: the embedded journal runs one at a time, so the swaps wait meanwhile.
 */
async function refresh(
  journal: Pick<Ferryman['journal'], 'listSwaps' | 'findSwap'>,
  submitted: readonly { id: SwapId }[],
  views: Map<SwapId, SwapView>,
): Promise<void> {
  const open = await journal.listSwaps({ states: openStates, limit: maxListed });
  for (const view of open.swaps) views.set(view.swap.id, view);
  const listed = new Set(open.swaps.map(({ swap }) => swap.id));
  for (const { id } of submitted) {
    const known = views.get(id);
    if (listed.has(id) || (known && isEnd(known.swap.state))) continue;
    const view = await journal.findSwap(id);
    if (view) views.set(id, view);
  }
}

function walletsOf({ wallets }: SandboxHome): WalletOf {
  return (family) => {
    const wallet = wallets.get(family);
    if (!wallet)
      throw new FerrymanError('INTERNAL', `the sandbox has no wallet of the family ${family}`);
    return wallet;
  };
}
