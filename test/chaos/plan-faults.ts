import { type Checkpoint, checkpoints, stepCheckpoints } from '../../src/executor/checkpoint.ts';
import { type NodePlan, rpcEvent } from './families/family-plan.ts';
import { familyPlans, type RunFamily } from './families/plans.ts';
import type { EventName, Fault, FaultKind, PlannedFault } from './faults.ts';
import {
  depositFateOf,
  isInOneCall,
  isManual,
  isNative,
  isPayable,
  type PlannedJob,
} from './plan-jobs.ts';
import { type Random, seededRandom } from './random.ts';

export interface FaultPlanRequest {
  family: RunFamily;
  seed: number;
  jobs: readonly Pick<PlannedJob, 'kind' | 'flow' | 'provider' | 'from' | 'boundBy' | 'receiver'>[];
  kinds: readonly FaultKind[];
  wallets: number;
  /** Blocks after which nothing is taken back. */
  finalityDepth: number;
  /** Longer than any lease lives, in milliseconds. */
  pauseMs: number;
  /** Without a Redis and a Postgres server of its own there is nothing to cut between. */
  embedded: boolean;
  /**
   * Kills and pauses at each named point and drops each kind of answer, however few jobs there are.
   */
  everyPoint: boolean;
}

/**
 * Every event comes at least so often in a run: once for each job, or for each of those that need
 * it.
 */
type Visits = (event: EventName) => number;

type Planner = (context: { request: FaultPlanRequest; random: Random; plan: Plan }) => void;
/**
 * Plans a fault at some occurrence of the event within a share of the run, early enough to come for
 * certain and while jobs are open.
 */
type Plan = (fault: Fault, at: EventName, within?: readonly [from: number, to: number]) => void;

/**
 * Faults strike in the first half of a run or so: what a wallet that is frozen late in it never
 * comes to is not waited for.
 */
const lastShare = 0.55;

/**
 * The faults of a run: the same request plans the same. Each kind draws for itself, so that leaving
 * one out changes no other.
 */
export function planFaults(request: FaultPlanRequest): PlannedFault[] {
  const visits = visitsOf(request);
  const planned: PlannedFault[] = [];
  for (const kind of request.kinds) {
    const random = seededRandom(request.seed, kind);
    const plan: Plan = (fault, at, [from, to] = [0, lastShare]) => {
      const [first, last] = [from, to].map((share) => Math.max(1, Math.floor(visits(at) * share)));
      planned.push({ fault, at, nth: random.between(first ?? 1, last ?? 1) });
    };
    planners[kind]({ request, random, plan });
  }
  return planned;
}

/**
 * How often something is done in a run of so many jobs: so many times for each of them, but at
 * least so often.
 */
function times({ jobs }: FaultPlanRequest, share: number, least: number, act: () => void): void {
  const count = Math.max(least, Math.round(jobs.length * share));
  for (let index = 0; index < count; index += 1) act();
}

/** Named points, so many for each job: each once before one comes again. */
function pointsFor(
  { jobs, everyPoint }: FaultPlanRequest,
  random: Random,
  share: number,
): Checkpoint[] {
  const isReached = (point: Checkpoint): boolean =>
    point !== 'allowance-recorded' || jobs.some(needsAllowance);
  const points = random.shuffled(checkpoints).filter(isReached);
  const count = Math.max(2, Math.round(jobs.length * share), everyPoint ? points.length : 0);
  return Array.from({ length: Math.ceil(count / points.length) }, () => points)
    .flat()
    .slice(0, count);
}

const planners: Record<FaultKind, Planner> = {
  kill({ request, random, plan }) {
    for (const point of pointsFor(request, random, 1 / 4))
      plan({ kind: 'kill', whom: 'here' }, at(point));
    // Whoever is struck elsewhere, while one process comes to a point, is anywhere between two
    // points itself.
    times(request, 1 / 40, 1, () =>
      plan({ kind: 'kill', whom: random.between(0, 99) }, at(random.pick(anyTime))),
    );
    // The provider has opened an order of which nobody here knows anything any more.
    if (hasDeposits(request)) plan({ kind: 'kill', whom: 'here' }, at('swap-data-received'));
  },
  drop({ request, random, plan }) {
    const drop = { kind: 'drop' } as const;
    if (request.everyPoint) {
      for (const answer of new Set(nodesOf(request).flatMap((node) => answers(request, node))))
        plan(drop, answer);
    }
    times(request, 1 / 5, 1, () => plan(drop, rpcEvent(nodeFor(request, random).send)));
    times(request, 1 / 10, 1, () => plan(drop, 'api POST'));
    times(request, 1 / 20, 1, () => plan(drop, random.pick([...orderAnswers(request), 'api GET'])));
    times(request, 1 / 20, 1, () =>
      plan(drop, rpcEvent(random.pick(nodeFor(request, random).reads))),
    );
    if (hasDeposits(request)) times(request, 1 / 20, 1, () => plan(drop, 'router swap'));
    if (request.embedded) return;
    times(request, 1 / 10, 1, () => plan(drop, 'commit of an attempt'));
    times(request, 1 / 20, 1, () =>
      plan(drop, random.pick(['commit of a submission', 'commit', 'commit'])),
    );
    times(request, 1 / 20, 1, () => plan(drop, 'queue command'));
  },
  delay({ request, random, plan }) {
    times(request, 1 / 8, 2, () => {
      plan(
        { kind: 'delay', ms: random.between(200, 5_000) },
        random.pick(answers(request, nodeFor(request, random))),
      );
    });
  },
  error({ request, random, plan }) {
    times(request, 1 / 6, 3, () => {
      const node = nodeFor(request, random);
      const how = random.pick(node.errors);
      const forwarded = random.chance(0.5);
      // Only nodes are busy in their own way.
      const answer = random.pick(how === 'busy' ? rpcAnswers(node) : httpAnswers(request, node));
      plan({ kind: 'error', how, forwarded }, answer);
    });
  },
  lie({ request, random, plan }) {
    times(request, 1 / 20, 1, () => {
      const { lies, look } = nodeFor(request, random);
      plan(
        { kind: 'lie', how: random.pick(lies), requests: random.between(10, 40) },
        rpcEvent(look),
      );
    });
    if (!hasGroups(request)) return;
    times(request, 1 / 40, 1, () => {
      plan(
        { kind: 'lie', of: 'router', how: 'payout-of-another', requests: random.between(10, 40) },
        'router status',
      );
      plan(
        { kind: 'lie', of: 'router', how: 'other-spelling', requests: random.between(40, 160) },
        'router status',
      );
    });
  },
  flush({ request, random, plan }) {
    if (!request.embedded)
      times(request, 1 / 50, 1, () => plan({ kind: 'flush' }, at(random.pick(anyTime))));
  },
  failover({ request, random, plan }) {
    if (!request.embedded)
      times(request, 1 / 100, 1, () => plan({ kind: 'failover' }, at(random.pick(anyTime))));
  },
  restart({ request, random, plan }) {
    if (request.embedded) return;
    times(request, 1 / 60, 1, () =>
      plan({ kind: 'restart', crash: random.chance(0.5) }, at(random.pick(anyTime))),
    );
  },
  restore({ request, plan }) {
    if (request.embedded) return;
    // Between signatures, so that something is forgotten: where few jobs are left, all may be
    // signed long before half have settled.
    if (nodesOf(request).every(({ paymentsAtOnce = 1 }) => paymentsAtOnce === 1)) {
      plan({ kind: 'restore', act: 'back-up' }, at('attempt-committed'), [0.5, 0.55]);
      plan({ kind: 'restore', act: 'go-back' }, at('attempt-committed'), [0.85, 0.9]);
      return;
    }
    // There may be a quarter as many signatures as jobs, or nearly as many.
    plan({ kind: 'restore', act: 'back-up' }, at('attempt-committed'), [0.3, 0.35]);
    plan({ kind: 'restore', act: 'go-back' }, at('settled'), [0.4, 0.45]);
  },
  reorg({ request, random, plan }) {
    times(request, 1 / 15, 1, () => {
      const depth = random.between(1, request.finalityDepth - 1);
      const point = random.pick([
        'inclusion-recorded',
        'attempt-sent',
        'status-received',
        'proof-found',
      ] as const);
      plan(
        {
          kind: 'reorg',
          of: 'blocks',
          chain: random.pick(familyPlans[request.family].struckChains),
          depth,
          lose: random.chance(0.5),
        },
        at(point),
      );
    });
    // On the family's own node, where enough is paid for one of few to be struck.
    const { send, onPayment = 'revert' } = firstNode(request);
    if (onPayment !== 'revert') return;
    times(request, 1 / 20, 1, () => plan({ kind: 'reorg', of: 'revert' }, rpcEvent(send)));
  },
  evict({ request, plan }) {
    const { send, onPayment } = firstNode(request);
    if (onPayment === 'evict')
      times(request, 1 / 20, 1, () => plan({ kind: 'evict' }, rpcEvent(send)));
  },
  stall({ request, random, plan }) {
    const { stalls } = familyPlans[request.family];
    if (stalls) {
      const { chain, share, ms, bids } = stalls;
      times(request, share, 1, () => {
        const bid = random.pick(bids.map((one) => ({ one }))).one;
        const asked = bid === undefined ? {} : { bid };
        plan(
          { kind: 'stall', chain, ms: random.between(...ms), ...asked },
          at('attempt-committed'),
        );
      });
    }
    times(request, 1 / 100, 1, () => {
      plan(
        {
          kind: 'stall',
          chain: random.pick(familyPlans[request.family].struckChains),
          ms: random.between(2_000, 6_000),
        },
        at('attempt-committed'),
      );
    });
  },
  pause({ request, random, plan }) {
    const { pauseMs: ms } = request;
    for (const point of pointsFor(request, random, 1 / 12)) plan({ kind: 'pause', ms }, at(point));
    // Whoever has seen a payout sleeps while what competes for it is paid out.
    if (hasGroups(request))
      times(request, 1 / 40, 1, () => plan({ kind: 'pause', ms }, at('payout-found')));
  },
  // A wallet that someone else uses is frozen: this comes late, for the other faults to find work.
  foreign({ request, random, plan }) {
    const wallet = random.between(0, request.wallets - 1);
    plan(
      { kind: 'foreign', chain: random.pick(familyPlans[request.family].struckChains), wallet },
      at('settled'),
      [0.45, 0.5],
    );
  },
};

const anyTime = [
  'attempt-committed',
  'attempt-sent',
  'quote-recorded',
  'proof-recorded',
  'swap-data-recorded',
] as const;

/** Whether a contract needs an allowance: coins, deposits and other families know none. */
function needsAllowance({ flow, from }: Pick<PlannedJob, 'flow' | 'from'>): boolean {
  return flow === 'wallet' && !isNative(from) && (from.family === 'evm' || from.family === 'tron');
}

function hasDeposits({ jobs }: FaultPlanRequest): boolean {
  return jobs.some(({ flow }) => flow === 'deposit');
}

function hasGroups({ jobs }: FaultPlanRequest): boolean {
  return new Set(jobs.map(({ receiver }) => receiver)).size < jobs.length;
}

/** Whether a payment is certain to be signed for it. */
function isSigned(job: FaultPlanRequest['jobs'][number]): boolean {
  return isPayable(job) && !isManual(job);
}

/** Of nodes that hardly anybody pays on nothing is expected. */
const fewestJobs = 3;

/** The nodes to strike, each as often as it is to be picked. */
function nodesOf(request: FaultPlanRequest): readonly NodePlan[] {
  const { family, jobs } = request;
  const { nodes } = familyPlans[family];
  const paying = jobs.filter(isSigned);
  const busy = nodes.filter(
    (node) => paying.filter(({ from }) => from.family === node.family).length >= fewestJobs,
  );
  return busy.length === 0 ? [firstNode(request)] : busy;
}

function firstNode({ family }: FaultPlanRequest): NodePlan {
  const [first] = familyPlans[family].nodes;
  if (!first) throw new TypeError(`${family} has no nodes`);
  return first;
}

/** Draws only where there is a choice. */
function nodeFor(request: FaultPlanRequest, random: Random): NodePlan {
  const nodes = nodesOf(request);
  const [only] = nodes;
  return only && new Set(nodes).size === 1 ? only : random.pick(nodes);
}

function rpcAnswers({ send, reads }: NodePlan): readonly EventName[] {
  return [send, send, ...reads].map(rpcEvent);
}

/** Whatever few jobs ask for may never be asked for: they may be cancelled before. */
function orderAnswers({ jobs }: FaultPlanRequest): readonly EventName[] {
  const inOneCall = jobs.filter(isInOneCall).length;
  return [
    'router swap',
    'router quoteBest',
    ...(inOneCall < fewestJobs ? [] : ['router swapBest' as const]),
  ];
}

function httpAnswers(request: FaultPlanRequest, node: NodePlan): readonly EventName[] {
  return [...rpcAnswers(node), ...orderAnswers(request), 'router status', 'api POST', 'api GET'];
}

function answers(request: FaultPlanRequest, node: NodePlan): readonly EventName[] {
  return request.embedded
    ? httpAnswers(request, node)
    : [
        ...httpAnswers(request, node),
        'commit of an attempt',
        'commit of a submission',
        'commit',
        'queue command',
      ];
}

function at(point: Checkpoint): EventName {
  return `at ${point}`;
}

function isStepEvent(event: EventName): boolean {
  return stepCheckpoints.some((point) => event === at(point));
}

function visitsOf({ family, jobs }: FaultPlanRequest): Visits {
  const all = jobs.length;
  const paidFor = jobs.filter(isSigned);
  const nodes = [...new Set(familyPlans[family].nodes)];
  const payingWith = ({ family: paying, paymentsAtOnce = 1 }: NodePlan): number =>
    Math.ceil(paidFor.filter(({ from }) => from.family === paying).length / paymentsAtOnce);
  const payingOn = new Map(
    nodes.flatMap((node) =>
      [node.send, ...node.reads].map((call) => [rpcEvent(call), payingWith(node)] as const),
    ),
  );
  const payments = nodes.reduce((sum, node) => sum + payingWith(node), 0);
  const crossing = paidFor.filter(({ kind }) => kind !== 'on-chain').length;
  const quoted = jobs.filter((job) => !isInOneCall(job)).length;
  const settling = paidFor.filter((job) => depositFateOf(job) !== 'kept').length;
  return (event) => {
    switch (event) {
      case 'at status-received':
      case 'at status-recorded':
      case 'router status':
        return crossing;
      case 'router swapBest':
        return all - quoted;
      case 'router quoteBest':
      case 'router swap':
      case 'at quote-received':
      case 'at quote-recorded':
        return quoted;
      // Once for each token and spender is certain; what is looked at together counts once.
      case 'at allowance-recorded':
        return Math.min(2, jobs.filter(needsAllowance).length);
      case 'at payout-found':
      case 'at settled':
        return settling;
      case 'at inclusion-observed':
      case 'at inclusion-recorded':
        return Math.ceil(payments / 4);
      case 'commit of an attempt':
        return payments;
      default:
        return payingOn.get(event) ?? (isStepEvent(event) ? payments : all);
    }
  };
}
