import { advance, serveLane } from './advance.ts';
import { JournalError, recordOf, unavailable } from './journal-state.ts';
import { claim } from './journal-swaps.ts';
import { observe } from './observe.ts';
import { type Fate, type Point, policy, swapIdAt, type Worker, type World } from './world.ts';

/** More than any process does before it comes to rest. */
const maxSteps = 1_000;

/**
 * Gives an idle worker a swap, whether it is due or not, or the lane that it waits in: a dispatch
 * may come at any time.
 */
export function startAdvancing(world: World, worker: Worker, swap: number): void {
  if (worker.process) return;
  const swapId = swapIdAt(swap);
  const { place } = recordOf(world.journal.state, swapId);
  park(worker, place === 'waiting' ? serveLane(world, worker) : advance(world, worker, swapId));
}

export function startObserving(world: World): void {
  const { observer } = world;
  if (!observer.process) park(observer, observe(world));
}

/** Lets a process do the one thing that it stands before. */
export function step(world: World, worker: Worker, outcome: Fate): void {
  const { process, next, claim: claimed } = worker;
  if (!process) return;
  if (claimed && claimed.renewedAt !== world.clock.now) {
    claimed.renewedAt = world.clock.now;
    claim(world.journal, claimed.swapId, claimed.claimant, policy.deadAfter);
  }
  if (outcome !== 'done')
    world.story?.push(
      `    ${worker.holder}: ${next}: ${outcome === 'lost' ? 'answer lost' : 'not done'}`,
    );
  try {
    const { done, value } = process.next(outcome);
    if (done) rest(worker);
    else worker.next = value;
  } catch (error) {
    // What cannot be recorded cannot be decided about either: the claim runs out.
    if (error !== unavailable && !(error instanceof JournalError)) throw error;
    rest(worker);
  }
}

export function runToRest(world: World, worker: Worker): void {
  runUntil(world, worker, undefined);
}

/** Stops before the process does what `point` names, or where it comes to rest. */
export function runUntil(world: World, worker: Worker, point: Point | undefined): void {
  for (let count = 0; worker.process && worker.next !== point; count++) {
    if (count > maxSteps) throw new Error(`${worker.holder} never comes to rest`);
    step(world, worker, 'done');
  }
}

/**
 * Everything that is not in the journal or on the chain is gone; the claim and a held lease run
 * out.
 */
export function crash(worker: Worker): void {
  rest(worker);
  worker.holder = `${worker.holder}'`;
}

function park(worker: Worker, process: NonNullable<Worker['process']>): void {
  const { value } = process.next('done');
  worker.process = process;
  worker.next = value ?? undefined;
}

function rest(worker: Worker): void {
  worker.process = undefined;
  worker.next = undefined;
  worker.claim = undefined;
}
