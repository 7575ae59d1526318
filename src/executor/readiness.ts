import { setTimeout as pause } from 'node:timers/promises';
import { type SoleHost, soleHostOf } from '../core/settlement/witnessed.ts';
import type { ChainName } from '../core/swap/chains.ts';
import { type ProcessRole, type SwapRole, swapRoles } from '../core/swap/roles.ts';
import type { Reason, SwapState } from '../core/swap/swap.ts';
import type { ErrorCode } from '../errors/codes.ts';
import { FerrymanError, toFerrymanError } from '../errors/ferryman-error.ts';
import { judgeRouter, type RouterCall } from '../ports/router-health.ts';
import type { Health, HealthStore, LowGas } from '../ports/stores/health-store.ts';
import type { RecoveryStore } from '../ports/stores/recovery-store.ts';
import { compareJournal, journalWentBack } from './compare-journal.ts';
import type { ExecutorContext } from './context.ts';
import {
  createFaultHistory,
  type DatedFault,
  type Fault,
  type FaultHistory,
} from './fault-history.ts';
import { gasLimitsOf } from './gas-limits.ts';
import { describeNetwork, type NetworkReadiness } from './gate/network-readiness.ts';
import { refusal } from './gate/refusal.ts';

export interface Readiness {
  ok: boolean;
  /**
   * By component: `journal`, `queue`, `ledger` (whether the journal knows all signed attempts),
   * `router`, each chain, and `workers` of each role (whether a process with that role is live).
   */
  checks: Readonly<Record<string, 'ok' | 'failing'>>;
  /** The error code of each failing component. */
  codes?: Readonly<Record<string, ErrorCode>>;
  /** What is wrong with each failing component. */
  faults?: readonly DatedFault[];
  /**
   * Chains with a single RPC host, and the decisions that rest on it alone. A warning, not a
   * failure.
   */
  soleHosts?: readonly SoleHost[];
  /** Whether Ferryman signs on each chain's network, and what is missing if not. */
  networks?: readonly NetworkReadiness[];
  /** Live processes by role. This and all members below are absent while the journal is down. */
  workers?: Readonly<Record<ProcessRole, number>>;
  /** The newest response of the routing service: `ok`, or the error's code. */
  router?: { outcome: RouterCall['outcome']; secondsAgo: number };
  /** Active stops of signing. Each is an operator's decision, not a fault. */
  stops?: readonly { scope: string; subject: string; since: string }[];
  frozenWallets?: Health['frozenWallets'];
  /** Accounts with too little of their chain's native coin. A warning, not a failure. */
  lowGas?: readonly Pick<LowGas, 'wallet' | 'family' | 'chain'>[];
  /** Age of the oldest swap in seconds, by state. Only non-terminal states that have a swap. */
  oldestSwapSeconds?: Readonly<Partial<Record<SwapState, number>>>;
}

type Needs = Pick<
  ExecutorContext<HealthStore & RecoveryStore>,
  'journal' | 'queue' | 'chains' | 'gate' | 'signingLog' | 'routerHealth' | 'outages' | 'clock'
>;

export interface ReadinessOptions {
  /**
   * A component that does not respond within so many milliseconds is reported as failing. Default:
   * 5 s.
   */
  patience?: number;
  /** A monotonic clock in milliseconds. Default: `performance.now`. */
  now?: () => number;
}

/**
 * Milliseconds for which a chain's answer is reused: many readiness requests make one chain
 * request.
 */
const chainFreshFor = 5_000;

/** Whether everything that a swap needs responds, and which workers are live. Only reads. */
export function createReadiness(
  context: Needs,
  { patience = 5_000, now = () => performance.now() }: ReadinessOptions = {},
): () => Promise<Readiness> {
  const heads = [...context.chains].map(
    ([name, adapter]) => [name, recentAnswer(() => adapter.head(), chainFreshFor, now)] as const,
  );
  const history = createFaultHistory(context);
  return () => readiness(context, { heads, history, patience });
}

interface Parts {
  heads: readonly (readonly [ChainName, () => Promise<unknown>])[];
  history: FaultHistory;
  patience: number;
}

async function readiness(context: Needs, { heads, history, patience }: Parts): Promise<Readiness> {
  const { journal, queue, chains, gate, routerHealth } = context;
  const networks = gate.report();
  const health = journal.health();
  const lowGas = orNothing(journal.lowGas(gasLimitsOf(chains.values())), patience);
  // Without the journal, this process's own calls decide about the routing service.
  const known = orNothing(health, patience / 2).then((read) => read?.router);
  const router = known.then((call) => routerHealth.read(call));
  const asked: [component: string, answer: Promise<unknown>, whenSilent: ErrorCode][] = [
    ['journal', journal.ping(), 'JOURNAL_UNAVAILABLE'],
    ['queue', queue.ping(), 'REDIS_UNAVAILABLE'],
    ['ledger', requireLedger(context), 'JOURNAL_UNAVAILABLE'],
    ['router', router.then(requireUp), 'ROUTER_UNAVAILABLE'],
    ...swapRoles.map((role): [string, Promise<unknown>, ErrorCode] => [
      `workers ${role}`,
      health.then((read) => requireWorker(read, role)),
      'JOURNAL_UNAVAILABLE',
    ]),
    ...heads.map(([name, head]): [string, Promise<unknown>, ErrorCode] => [
      `chain ${name}`,
      head(),
      'RPC_UNAVAILABLE',
    ]),
    // A process that signs nothing has nothing to keep behind the gate.
    ...(gate.signs ? [...chains.keys()] : []).map((name): [string, Promise<unknown>, ErrorCode] => [
      `network ${name}`,
      gate.stopOn(name).then(requireOpen),
      'NETWORK_UNPROVEN',
    ]),
  ];
  const answers = await Promise.all(
    asked.map(async ([component, answer, whenSilent]) => ({
      component,
      fault: await faultOf(answer, whenSilent, patience),
    })),
  );
  const faults = history.date(answers);
  return {
    ok: faults.length === 0,
    checks: Object.fromEntries(
      answers.map(({ component, fault }) => [component, fault === undefined ? 'ok' : 'failing']),
    ),
    ...(faults.length === 0
      ? {}
      : {
          codes: Object.fromEntries(faults.map(({ component, code }) => [component, code])),
          faults,
        }),
    soleHosts: soleHostsOf(chains),
    networks: ((await orNothing(networks, patience)) ?? []).map(describeNetwork),
    ...describe(await orNothing(health, 0), await orNothing(router, 0)),
    ...describeGas(await lowGas),
  };
}

function soleHostsOf(chains: Needs['chains']): SoleHost[] {
  return [...chains.values()].flatMap((adapter) => {
    const hosts = adapter.endpoints().map(({ host }) => host);
    return soleHostOf(adapter.chain, hosts) ?? [];
  });
}

function requireOpen(stop: Reason | undefined): void {
  if (stop) throw refusal(stop);
}

function describe(health: Health | undefined, router: RouterCall | undefined): Partial<Readiness> {
  const answer = router
    ? { router: { outcome: router.outcome, secondsAgo: Math.round(router.age / 1_000) } }
    : {};
  if (!health) return answer;
  return {
    workers: health.workers,
    ...answer,
    stops: health.stops.map(({ scope, subject, since }) => ({
      scope,
      subject,
      since: new Date(since).toISOString(),
    })),
    frozenWallets: health.frozenWallets,
    oldestSwapSeconds: Object.fromEntries(
      [...health.oldestSwaps].map(([state, age]) => [state, Math.round(age / 1_000)]),
    ),
  };
}

function requireWorker({ workers }: Health, role: SwapRole): void {
  if (workers[role] === 0)
    throw new FerrymanError('NO_WORKER', `no live process has the role ${role}`);
}

function requireUp({ outcome }: RouterCall): void {
  if (outcome !== 'ok' && judgeRouter(outcome) === 'down') {
    throw new FerrymanError(outcome, 'the routing service did not respond to its newest call');
  }
}

function describeGas(lowGas: readonly LowGas[] | undefined): Pick<Readiness, 'lowGas'> {
  return lowGas
    ? { lowGas: lowGas.map(({ wallet, family, chain }) => ({ wallet, family, chain })) }
    : {};
}

/** Less than this, and the next attempts could not be logged. An attempt takes a few kilobytes. */
const leastFreeBytes = 1_048_576;

/** Whether the journal knows all signed attempts, and whether the next one can be logged. */
async function requireLedger(
  context: Pick<ExecutorContext<RecoveryStore>, 'journal' | 'signingLog'>,
): Promise<void> {
  const comparison = await compareJournal(context);
  if (comparison.kind !== 'same') throw journalWentBack(comparison);
  const { signingLog } = context;
  // Without an instance this folder has never signed.
  if ((await signingLog.instance()) === undefined) return;
  const { freeBytes } = await signingLog.state();
  if (freeBytes < leastFreeBytes) {
    throw new FerrymanError(
      'SIGNING_LOG_UNAVAILABLE',
      `the file system of the signing log has ${freeBytes} bytes free; free at least ${leastFreeBytes}`,
    );
  }
}

/** The answer if it arrives within `patience` milliseconds. */
async function orNothing<Answer>(
  answer: Promise<Answer>,
  patience: number,
): Promise<Answer | undefined> {
  return Promise.race([answer.catch(() => undefined), pause(patience, undefined, { ref: false })]);
}

async function faultOf(
  answer: Promise<unknown>,
  whenSilent: ErrorCode,
  patience: number,
): Promise<Fault | undefined> {
  const silent = { code: whenSilent, reason: `no answer within ${patience / 1_000} s` };
  const answered = answer.then(
    (value) =>
      value === false ? { code: whenSilent, reason: 'the server does not answer' } : undefined,
    (cause: unknown) => {
      const { code, message } = toFerrymanError(cause);
      return { code, reason: message };
    },
  );
  return Promise.race([answered, pause(patience, silent, { ref: false })]);
}

/**
 * Reuses the last answer, or error, for `freshFor` milliseconds. Concurrent callers share one call.
 */
function recentAnswer<Answer>(
  ask: () => Promise<Answer>,
  freshFor: number,
  now: () => number,
): () => Promise<Answer> {
  let last: { answer: Promise<Answer>; at: number } | undefined;
  return () => {
    if (!last || now() - last.at > freshFor) last = { answer: ask(), at: now() };
    return last.answer;
  };
}
