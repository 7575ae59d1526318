import { setMaxListeners } from 'node:events';
import { CHAIN_DEFINITIONS } from '../../sandbox/chains/chain-catalogue.ts';
import { timeLimit } from '../../src/http/time-limit.ts';
import type { Sabotage } from '../programs/sabotage.ts';
import type { ServiceSettings } from '../programs/service.ts';
import { hangLimit } from '../support/hang-limit.ts';
import { createActor } from './actor.ts';
import { type Audit, audit, findPayments } from './audit.ts';
import { carryOut, type Work } from './carry-out.ts';
import { type Client, createClient, type JobAnswer } from './client.ts';
import { startCrew } from './crew.ts';
import type { RunFamily } from './families/plans.ts';
import type { FaultKind } from './faults.ts';
import { closedOrdersIn, swapsOf } from './histories.ts';
import { createManualPayer, fundBySandbox } from './manual-payer.ts';
import { versionsOf } from './plan-edits.ts';
import { planFaults } from './plan-faults.ts';
import {
  isManual,
  type JobPlanRequest,
  type PlannedJob,
  planJobs,
  type RunFlow,
} from './plan-jobs.ts';
import { awaitPools } from './pools.ts';
import { type HttpProxy, startHttpProxy, underFault } from './proxies/http-proxy.ts';
import { readChains } from './read-chains.ts';
import { awaitOrders, readOrders } from './read-orders.ts';
import { createReferee, type Referee } from './referee.ts';
import { splitEdits } from './split-edits.ts';
import { startWorld, type World } from './start-world.ts';
import { watchFor } from './watch.ts';

export interface ChaosOptions {
  family: RunFamily;
  flow: RunFlow;
  jobs: number;
  seed: number;
  faults: readonly FaultKind[];
  /** What the jobs pay in; default: any. */
  payIn?: JobPlanRequest['payIn'];
  embedded: boolean;
  /** A signer of its own has the keys. Default: the workers have them. */
  signsApart?: boolean;
  /**
   * Kills and pauses at each named point and drops each kind of answer, however few jobs there are.
   */
  everyPoint: boolean;
  /** A law to turn off, for the run to notice. */
  sabotage?: Sabotage | undefined;
  /** Ends the run before its time; the audit is made all the same. */
  interrupted: AbortSignal;
  /**
   * Asked again and again of what an audit says on the way: whether the run may end. The audit that
   * counts is made afterwards.
   */
  isFound?: ((audit: Audit) => boolean) | undefined;
  /** Makes the journal of the embedded form in its data folder; absent: Ferryman does. */
  makeJournal?: ((dataFolder: string) => Promise<unknown>) | undefined;
  log(message: string): void;
}

export interface ChaosResult {
  family: RunFamily;
  flow: RunFlow;
  jobs: number;
  seed: number;
  /** How many of each kind have struck. */
  faults: Partial<Record<FaultKind, number>>;
  /** Jobs whose client wanted them cancelled, and those that were tried again or edited. */
  cancels: { asked: number; cancelled: number };
  /** Jobs whose client wanted them edited: those that were, and those that paid as they were. */
  edits: { made: number; refused: number };
  audit: Audit;
  /** Planned faults that met no open job: the run proves less than it was to prove. */
  missed: string[];
  /**
   * What went wrong with the run itself: faults that could not be carried out, processes that ended
   * by themselves, transactions that never got into a block.
   */
  faulty: string[];
  elapsedMs: number;
}

const bridgeFees = {
  ETH: CHAIN_DEFINITIONS.ETH.bridgeFee,
  POLYGON: CHAIN_DEFINITIONS.POLYGON.bridgeFee,
  ARBITRUM: CHAIN_DEFINITIONS.ARBITRUM.bridgeFee,
  TRON: CHAIN_DEFINITIONS.TRON.bridgeFee,
  SOLANA: CHAIN_DEFINITIONS.SOLANA.bridgeFee,
  TON: CHAIN_DEFINITIONS.TON.bridgeFee,
  BITCOIN: CHAIN_DEFINITIONS.BITCOIN.bridgeFee,
};

/**
 * Longer than a claim (2 s), an election (2 s) and a held lease (5 s) live with the sandbox's
 * policy.
 */
const pauseMs = 7_000;

/**
 * How long an order by deposit can be paid, in milliseconds of its chain's blocks: longer than
 * Ferryman signs it for and sends its payment, once, and not much longer, since a swap whose answer
 * was lost waits until its order is over. Where nobody minds how old orders are, that shows sooner
 * with short lives.
 */
function orderLifetimeFor(sabotage: Sabotage | undefined): number {
  return sabotage === 'never-too-old' ? 2_000 : 120_000;
}

/** Ends a run that hangs, in milliseconds; jobs that are open then are counted as open. */
function patienceFor(jobs: number): number {
  return hangLimit + jobs * 10_000;
}

/**
 * One run: starts everything, submits the jobs, strikes, waits until all is at rest, and reads from
 * the chains what has come of it.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { family, flow, seed, embedded, everyPoint, faults: kinds, log } = options;
  const orderLifetimeMs = orderLifetimeFor(options.sabotage);
  const startedAt = Date.now();
  const referee = createReferee();
  const world = await startWorld({
    family,
    seed,
    embedded,
    signsApart: options.signsApart ?? false,
    referee,
    orderLifetimeMs,
    makeJournal: options.makeJournal,
  });
  const closers: (() => Promise<void>)[] = [() => world.close()];
  try {
    const crew = await startCrew({
      members: membersOf(world, options.sabotage),
      atCheckpoint: async (point, process) => {
        const fault = referee.happens(`at ${point}`);
        if (fault) await actor.strike(fault, process);
      },
      log,
    });
    closers.push(() => crew.stop());
    const hasOperator = !kinds.includes('restore') || kinds.includes('foreign');
    const actor = createActor({ world, crew, hasOperator, log });
    const door = await startDoorProxy(() => crew.apiUrl(), referee);
    closers.push(() => door.close());

    const { wallets } = world;
    const jobs = planJobs(world.endpoints, {
      family,
      flow,
      seed,
      jobs: options.jobs,
      wallets,
      payIn: options.payIn,
    });
    const { finalityDepth } = world.endpoints;
    const plan = planFaults({
      family,
      seed,
      jobs,
      kinds,
      wallets: wallets.length,
      finalityDepth,
      pauseMs,
      embedded,
      everyPoint,
    });
    const found = new AbortController();
    const patience = AbortSignal.any([
      options.interrupted,
      timeLimit(patienceFor(jobs.length)),
      found.signal,
    ]);
    // Every pause of every client listens.
    setMaxListeners(0, patience);
    const { control, blockIntervalMs } = world.endpoints;
    const payer = createManualPayer({
      // What a journal that goes back has forgotten nobody has paid; and it goes back only while
      // something is signed.
      mayPay: () => !actor.mayGoBack() || work.open((job) => !isManual(job)) === 0,
      send: fundBySandbox(control.url),
      log,
    });
    const client = createClient({ url: door.url, apiKey: crew.apiKey(), patience, payer, log });
    const work: Work = carryOut(jobs, client, { patience, ...actor });
    referee.expect(plan, () => work.open());
    const orderLifetime = BigInt(Math.ceil(orderLifetimeMs / blockIntervalMs));
    const look = async (isOver: boolean) => {
      // In this order: what is on a chain by then is in the journal before.
      const chains = await readChains(world.endpoints, world.wallets, versionsOf(jobs));
      const deposits = versionsOf(jobs).filter((job) => job.flow === 'deposit');
      const paying = [...findPayments({ jobs: deposits, chains, bridgeFees }).values()].flat();
      const orders = isOver
        ? await awaitOrders(
            control.url,
            paying.map(({ txId }) => txId),
          )
        : await readOrders(control.url);
      const api = await lastWords(jobs, client);
      const restored = (referee.struck().restore ?? 0) > 0;
      const adopted = restored && hasOperator;
      const { foreign } = actor;
      const forgettable = actor.forgettable();
      const split = splitEdits(jobs, api);
      const input = {
        jobs: split.jobs,
        chains,
        orders,
        orderLifetime,
        forgettable,
        isOver,
        api: split.api,
        foreign,
        bridgeFees,
        restored,
        adopted,
      };
      return { api, split, audit: audit(input) };
    };
    const { isFound } = options;
    const watch =
      isFound &&
      watchFor(
        async () => isFound((await look(false)).audit),
        () => found.abort(),
      );
    if (watch) closers.push(() => watch.stop());
    await work.finished;
    await watch?.stop();
    await actor.finished();
    const unasked = [...crew.unasked()];
    // Nothing is signed or sent any more; what is said from here on is the last word, and what is
    // on its way has time to land.
    await crew.leaveDoor();
    const stuck = await awaitPools(world.endpoints, world.wallets);
    const last = await look(true);
    // Only a journal that was set back may forget.
    const isRestored = (referee.struck().restore ?? 0) > 0;
    const forgotten = client
      .forgotten()
      .filter(() => !isRestored)
      .map((key) => `the API did not know ${key} any more`);
    for (const key of last.audit.suspects) tellHistory(key, last.split.api.get(key), log);
    for (const line of closedOrdersIn([...last.api.values()].flatMap(swapsOf))) log(line);
    return {
      family,
      flow,
      jobs: jobs.length,
      seed,
      faults: referee.struck(),
      cancels: {
        asked: client.cancels(),
        cancelled: [...last.api.values()].filter(({ earlier }) => earlier.length > 0).length,
      },
      edits: client.edits(),
      audit: last.audit,
      missed: [...referee.missed(), ...actor.missed()],
      faulty: [...referee.failures(), ...unasked, ...stuck, ...forgotten],
      elapsedMs: Date.now() - startedAt,
    };
  } finally {
    for (const closer of closers.reverse()) await closer();
  }
}

/**
 * The server form: a door and three that work, on the same servers; or a single embedded Ferryman.
 */
function membersOf(
  { settings, servers }: World,
  sabotage: Sabotage | undefined,
): Record<string, ServiceSettings> {
  const member = { ...settings, ...(sabotage === undefined ? {} : { sabotage }) };
  if (!servers) return { ferryman: member };
  const working = { ...member, share: 'work' } as const;
  return {
    api: { ...member, share: 'door' },
    'worker 1': working,
    'worker 2': working,
    'worker 3': working,
  };
}

async function lastWords(
  jobs: readonly PlannedJob[],
  client: Client,
): Promise<Map<string, JobAnswer>> {
  const told = await Promise.all(
    jobs.map(async (job) => [job.key, await client.lastLook(job)] as const),
  );
  return new Map(told.flatMap(([key, answer]) => (answer ? [[key, answer]] : [])));
}

function tellHistory(key: string, answer: JobAnswer | undefined, log: ChaosOptions['log']): void {
  for (const { swap, events } of answer ? [...answer.earlier].reverse().concat(answer) : []) {
    for (const { seq, at, type, data } of events)
      log(`${key} ${swap.id} ${seq} ${at} ${type} ${JSON.stringify(data)}`);
  }
}

function startDoorProxy(apiUrl: () => string, referee: Referee): Promise<HttpProxy> {
  return startHttpProxy(apiUrl, (request, forward) =>
    underFault(
      referee.happens(request.method === 'POST' ? 'api POST' : 'api GET'),
      request,
      forward,
    ),
  );
}
