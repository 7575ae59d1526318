import { evict, mine, mineNothing, mineStranger, proofDepth, reorganize } from './chain.ts';
import { cancel, retry } from './journal-requests.ts';
import type { Stop } from './journal-state.ts';
import { releaseWallet } from './release-wallet.ts';
import { noticeLosses } from './verify-journal.ts';
import { crash, runToRest, runUntil, startAdvancing, startObserving, step } from './work.ts';
import { type Point, policy, swapIdAt, type Worker, type World } from './world.ts';

/** One thing that happens: what, and what it tells of itself. The argument is 0 to 15. */
interface Event {
  /** How many of a hundred events are like this, about. */
  weight: number;
  name: string;
  happen(world: World, argument: number): void;
}

const pausingPoints: readonly Point[] = [
  'lease',
  'sign',
  'commit',
  'send',
  'record send',
  'prove',
  'void lease',
  'write swap',
];
const durations: readonly number[] = [
  5_000,
  policy.resendAfter,
  policy.leaseHold + 1_000,
  policy.inclusionWithin,
];
const stop: Stop = { code: 'SIGNING_STOPPED', message: 'somebody stopped it' };

/** The mildest first: histories are made simpler by going towards it. */
const events: readonly Event[] = [
  {
    weight: 16,
    name: 'works to rest',
    happen(world, argument) {
      const worker = workerAt(world, argument);
      startAdvancing(world, worker, argument >> 1);
      runToRest(world, worker);
    },
  },
  {
    weight: 9,
    name: 'a block is mined',
    happen: ({ chain }) => mine(chain, { from: 'pool', reverts: false }),
  },
  {
    weight: 9,
    name: 'the chain is observed',
    happen(world) {
      startObserving(world);
      runToRest(world, world.observer);
    },
  },
  {
    weight: 12,
    name: 'works up to a point',
    happen(world, argument) {
      const worker = workerAt(world, argument);
      startAdvancing(world, worker, Math.floor(argument / 2));
      runUntil(world, worker, pausingPoints[(argument >> 1) % pausingPoints.length]);
    },
  },
  {
    weight: 9,
    name: 'does a few things',
    happen(world, argument) {
      const worker = workerAt(world, argument);
      startAdvancing(world, worker, argument >> 1);
      for (let count = 0; count <= argument >> 2; count++) step(world, worker, 'done');
    },
  },
  {
    weight: 8,
    name: 'does one thing, and its answer is lost',
    happen(world, argument) {
      step(world, workerAt(world, argument), 'lost');
    },
  },
  {
    weight: 3,
    name: 'fails to do one thing',
    happen(world, argument) {
      step(world, workerAt(world, argument), 'down');
    },
  },
  {
    weight: 4,
    name: 'is killed',
    happen(world, argument) {
      crash(workerAt(world, argument));
    },
  },
  {
    weight: 8,
    name: 'time passes',
    happen({ clock }, argument) {
      clock.now += durations[argument % durations.length]!;
    },
  },
  {
    weight: 3,
    name: 'a block of failures',
    happen: ({ chain }) => mine(chain, { from: 'pool', reverts: true }),
  },
  {
    weight: 3,
    name: 'an old transaction is mined',
    happen: ({ chain }) => mine(chain, { from: 'late', reverts: false }),
  },
  {
    weight: 3,
    name: 'blocks without us',
    happen({ chain }, argument) {
      for (let count = 0; count <= argument % (proofDepth + 1); count++) mineNothing(chain);
    },
  },
  {
    weight: 5,
    name: 'a reorganization',
    happen({ chain }, argument) {
      reorganize(chain, 1 + (argument % (proofDepth - 1)), argument < 12);
    },
  },
  { weight: 2, name: 'the endpoint forgets the pool', happen: ({ chain }) => evict(chain) },
  {
    weight: 2,
    name: 'the observer looks and is paused',
    happen(world) {
      startObserving(world);
      runUntil(world, world.observer, 'record observation');
    },
  },
  {
    weight: 1,
    name: 'signing is stopped or released',
    happen({ journal }) {
      journal.state = { ...journal.state, stopped: journal.state.stopped ? undefined : stop };
    },
  },
  {
    weight: 2,
    name: 'somebody cancels',
    happen(world, argument) {
      noticeLosses(world);
      const answer = cancel(world.journal, swapIdAt(argument));
      world.story?.push(`    ${answer}`);
    },
  },
  {
    weight: 2,
    name: 'somebody retries',
    happen(world, argument) {
      noticeLosses(world);
      const answer = retry(world.journal, swapIdAt(argument), policy);
      world.story?.push(`    ${answer}`);
    },
  },
  {
    weight: 2,
    name: 'the journal is backed up',
    happen(world) {
      world.backup = world.journal.state;
    },
  },
  {
    weight: 1,
    name: 'the journal goes back to its backup',
    happen(world) {
      world.journal.state = world.backup;
      world.isRestored = true;
    },
  },
  {
    weight: 2,
    name: 'a person adopts the journal and releases the wallet',
    happen: releaseWallet,
  },
  { weight: 1, name: 'a stranger uses the key', happen: ({ chain }) => mineStranger(chain) },
  {
    weight: 1,
    name: 'the deadline passes',
    happen({ clock }) {
      clock.now += policy.defaultDeadline;
    },
  },
];

const table: readonly Event[] = events.flatMap((event) =>
  new Array<Event>(event.weight).fill(event),
);

/** Choices are numbers below this. */
export const choices = table.length * 16;

export function happen(world: World, choice: number): void {
  const event = table[choice % table.length]!;
  const argument = Math.floor(choice / table.length);
  world.story?.push(`${event.name} (${argument})`);
  event.happen(world, argument);
}

function workerAt({ workers }: World, argument: number): Worker {
  return workers[argument % workers.length]!;
}
