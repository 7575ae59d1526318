import { createWalletClient, http } from 'viem';
import { mainnet } from 'viem/chains';
import { tellSandbox } from '../../support/tell-sandbox.ts';
import { until } from '../../support/until.ts';
import { type Agenda, createAgenda } from './agenda.ts';
import { end, hour } from './calendar.ts';
import { type CastVote, createPersons, type Persons } from './persons.ts';
import {
  type Death,
  type Outage,
  planEvents,
  type QuarterEvent,
  type StopScope,
} from './plan-events.ts';
import { isWaiting, openSwaps, quiet, wakeWaiting } from './quiet.ts';
import type { Stage } from './stage.ts';

const wakes: ReadonlySet<QuarterEvent['kind']> = new Set(['due', 'wake', 'release', 'up']);

/** A time of the calendar in which nothing may be signed. */
export interface StopTime {
  scope: StopScope;
  subject: string;
  from: number;
  until: number;
}

export interface Played {
  votes: readonly CastVote[];
  stops: readonly StopTime[];
  /** Codes of what swaps waited for. */
  waits: ReadonlySet<string>;
  /** How often Ferryman was started again. */
  restarts: number;
}

/** Plays a quarter from its first Monday, as the seed has it, until all of its swaps have ended. */
export async function playQuarter(stage: Stage, seed: number): Promise<Played> {
  const agenda = createAgenda<QuarterEvent>();
  planEvents(agenda, stage.rules, seed);
  const persons = createPersons(stage, agenda, seed);
  const play = createPlay(stage, agenda, persons);
  for (let next = agenda.next(); next && next.at <= end; next = agenda.next()) {
    stage.leapTo(next.at);
    await play.moment(next.items);
  }
  stage.leapTo(end);
  await play.close();
  return { votes: persons.votes, ...play.seen };
}

function createPlay(stage: Stage, agenda: Agenda<QuarterEvent>, persons: Persons) {
  const seen = { stops: [] as StopTime[], waits: new Set<string>(), restarts: 0 };
  /** What persons would do while Ferryman is down. */
  const deferred: QuarterEvent[] = [];
  /** Swaps that were woken an hour after they began to wait. */
  const woken = new Set<string>();
  let isDown = false;
  /** How much was signed when the newest outage began. */
  let signedBefore = 0;

  async function moment(items: readonly QuarterEvent[]): Promise<void> {
    const all = [...items];
    if (isDown && all.some(({ kind }) => kind === 'up')) {
      await stage.start();
      seen.restarts += 1;
      isDown = false;
      // What was missed is noted before a person resumes a rule.
      await stage.worker().run();
      all.push(...deferred.splice(0));
    }
    const of = <Kind extends QuarterEvent['kind']>(kind: Kind) =>
      all.flatMap((item) =>
        item.kind === kind ? [item as Extract<QuarterEvent, { kind: Kind }>] : [],
      );
    for (const item of all) await happen(item);
    if (isDown) return;
    const outages = of('outage').map(({ outage }) => outage);
    for (const outage of outages) await beginOutage(outage);
    if (of('due').length > 0 || of('up').length > 0) {
      for (const { how } of of('death')) await dieWhileActing(how);
      // Two beside the treasury's own worker: each would act, and one does.
      await Promise.all(
        [stage.worker({ holder: 'one' }), stage.worker({ holder: 'two' })].map((worker) =>
          worker.run(),
        ),
      );
    }
    // Each look costs a quote, so persons' and the market's moments are none.
    if (all.some(({ kind }) => wakes.has(kind))) await wakeWaiting(stage);
    if (of('restart').length > 0) {
      await stage.stop();
      await stage.start();
      seen.restarts += 1;
    }
    for (const outage of outages) await endOutage(outage);
    await quiet(stage);
    for (const outage of outages) await afterOutage(outage);
    await persons.look();
    await noteWaits();
    if (of('down').length > 0) {
      await stage.stop();
      isDown = true;
    }
  }

  /** What persons and the world do. */
  async function happen(item: QuarterEvent): Promise<void> {
    switch (item.kind) {
      case 'price':
        stage.setCoinPrice(item.usd);
        return;
      case 'income':
        return stage.give(item.wallet, item.symbol, item.amount);
      case 'spend-gas':
        return spendGas(stage);
      case 'stop':
      case 'release':
      case 'pause':
      case 'resume':
      case 'vote':
      case 'refuse':
        if (isDown) deferred.push(item);
        else await act(item);
        return;
      default:
        return;
    }
  }

  async function act(
    item: Extract<
      QuarterEvent,
      { kind: 'stop' | 'release' | 'pause' | 'resume' | 'vote' | 'refuse' }
    >,
  ): Promise<void> {
    const ferryman = stage.running();
    const told = { by: 'a person', reason: 'as planned' };
    switch (item.kind) {
      case 'stop': {
        const { scope, subject } = item;
        await ferryman.journal.setSwitch({ scope, subject, stopped: true, ...told });
        seen.stops.push({ scope, subject, from: stage.now(), until: Number.POSITIVE_INFINITY });
        return;
      }
      case 'release': {
        const { scope, subject } = item;
        for (const one of seen.stops)
          if (one.scope === scope && one.subject === subject) one.until = stage.now();
        return ferryman.journal.setSwitch({ scope, subject, stopped: false, ...told });
      }
      case 'pause':
        await ferryman.pauseRule(item.rule, told);
        return;
      case 'resume':
        await ferryman.resumeRule(item.rule);
        return;
      case 'vote':
        return persons.vote(item);
      case 'refuse':
        await ferryman.decideApproval({ id: item.approvalId, kind: 'reject', ...told });
        return;
    }
  }

  /** A process that dies while it submits, before or after the journal has the swap. */
  async function dieWhileActing(how: Death): Promise<void> {
    const ferryman = stage.running();
    await new Promise<void>((dies, fails) => {
      const worker = stage.worker({
        holder: 'dying',
        submit: async (request) => {
          if (how === 'after-submission') await ferryman.submit(request);
          dies();
          return new Promise(() => undefined);
        },
      });
      // Where it submits nothing, it lives.
      worker.run().then(dies, fails);
    });
  }

  const toChain = (change: object) =>
    tellSandbox(stage.sandbox.endpoints.control.url, '/chains/ETH', change);
  const toRouter = (change: object) =>
    tellSandbox(stage.sandbox.endpoints.control.url, '/router', change);

  async function beginOutage(outage: Outage): Promise<void> {
    if (outage.kind === 'router') await toRouter({ failNext: outage.count, fault: outage.fault });
    signedBefore = stage.signed.length;
    if (outage.kind === 'no-blocks') await toChain({ mining: false });
  }

  async function endOutage(outage: Outage): Promise<void> {
    if (outage.kind !== 'no-blocks') return;
    // Until something that was signed waits for a block, or nothing is to be signed.
    await until(async () => {
      if (stage.signed.length > signedBefore) return true;
      const moving = (await openSwaps(stage)).filter((view) => !isWaiting(view));
      return moving.every(({ swap }) => !['requested', 'quoted'].includes(swap.state));
    });
    await toChain({ mining: true });
  }

  async function afterOutage(outage: Outage): Promise<void> {
    if (outage.kind === 'router') await toRouter({ failNext: 0 });
    if (outage.kind === 'reorg') await toChain({ reorg: outage.depth });
  }

  async function noteWaits(): Promise<void> {
    for (const { swap } of (await openSwaps(stage)).filter(isWaiting)) {
      seen.waits.add(swap.reason?.code ?? '');
      if (woken.has(swap.id)) continue;
      woken.add(swap.id);
      agenda.add(stage.now() + hour, { kind: 'wake' });
    }
  }

  /** What still waits for persons or the calendar is cancelled. */
  async function close(): Promise<void> {
    if (isDown) throw new Error('the quarter ends while Ferryman is down');
    await quiet(stage, { drained: true });
    const ferryman = stage.running();
    for (const view of await openSwaps(stage))
      if (isWaiting(view) || view.swap.state === 'awaiting_approval')
        await ferryman.cancel(view.swap.id);
    await until(async () => {
      await stage.worker().run();
      return (await ferryman.journal.openOccurrences()).length === 0;
    });
  }

  return { moment, close, seen };
}

/** The owner of the tank spends most of what is in it. */
async function spendGas({ sandbox, tank, client, balanceOf }: Stage): Promise<void> {
  const there = await balanceOf('ETH', 'native', tank.address);
  if (there < 10n ** 16n) return;
  const { rpcUrls, chainId } = sandbox.endpoints.chains.ETH;
  const wallet = createWalletClient({
    account: tank,
    chain: { ...mainnet, id: chainId },
    transport: http(rpcUrls[0]),
  });
  const hash = await wallet.sendTransaction({
    to: '0x000000000000000000000000000000000000dEaD',
    value: (there * 6n) / 10n,
  });
  await client('ETH').waitForTransactionReceipt({ hash, pollingInterval: 100 });
}
