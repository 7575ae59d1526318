import { isEnd } from '../../src/core/swap/swap.ts';
import { mine } from './chain.ts';
import { happen } from './events.ts';
import { callExpired } from './journal-lanes.ts';
import { isLeased } from './journal-state.ts';
import { hasTimer } from './journal-swaps.ts';
import { releaseWallet } from './release-wallet.ts';
import { findViolation } from './violation.ts';
import { runToRest, startAdvancing, startObserving } from './work.ts';
import { newWorld, policy, type Sabotage, type World } from './world.ts';

/** Rounds within which every swap ends once the faults have stopped. */
const maxRounds = 200;
const roundTime = 13_000;

/**
 * Plays a history and lets it come to rest; says what is wrong then (`undefined`: nothing), and
 * shows the world.
 */
export function play(
  history: readonly number[],
  sabotage?: Sabotage,
): { violation: string | undefined; world: World } {
  const world = newWorld({ sabotage, story: undefined });
  return { violation: playIn(world, history), world };
}

/** The same history, one event a line. */
export function tell(history: readonly number[], sabotage?: Sabotage): string {
  const story: string[] = [];
  const violation = playIn(newWorld({ sabotage, story }), history);
  return [...story, `=> ${violation ?? 'nothing is wrong'}`].join('\n');
}

function playIn(world: World, history: readonly number[]): string | undefined {
  for (const choice of history) happen(world, choice);
  world.story?.push('the faults stop');
  return comeToRest(world) ?? findViolation(world);
}

/**
 * No more faults: paused processes go on, blocks are mined with whatever can be in them, and every
 * swap is carried on when it is due.
 */
function comeToRest(world: World): string | undefined {
  const { journal, clock } = world;
  journal.state = { ...journal.state, stopped: undefined };
  for (const worker of [...world.workers, world.observer]) runToRest(world, worker);
  if (!settleDown(world)) return 'not every swap comes to an end';
  if (journal.state.swaps.every(({ swap }) => isEnd(swap.state))) return undefined;
  // Whoever waits for a person does so until the deadline, too.
  clock.now += policy.defaultDeadline;
  return settleDown(world) ? undefined : 'not every swap comes to an end after its deadline';
}

function settleDown(world: World): boolean {
  for (let round = 0; round < maxRounds; round++) {
    const isQuiet = isAtRest(world) && round > 0;
    if (isQuiet) return true;
    playRound(world, round);
  }
  return false;
}

function playRound(world: World, round: number): void {
  const { journal, clock, chain } = world;
  clock.now += roundTime;
  releaseWallet(world);
  mine(chain, { from: round % 2 === 0 ? 'pool' : 'late', reverts: false });
  startObserving(world);
  runToRest(world, world.observer);
  const [worker] = world.workers;
  callExpired(journal);
  for (const [index] of journal.state.swaps.entries()) {
    const record = journal.state.swaps[index]!;
    const isWaiting = record.place === 'waiting';
    if (!worker || (!isWaiting && (!hasTimer(record) || record.dueAt > clock.now))) continue;
    startAdvancing(world, worker, index);
    runToRest(world, worker);
  }
}

/**
 * Ended or told to a person, and nothing of it under way: neither a lease nor bytes that could
 * still be mined.
 */
function isAtRest({ journal, chain }: World): boolean {
  const { swaps } = journal.state;
  return (
    swaps.every(
      ({ swap, steps }) =>
        (isEnd(swap.state) || swap.state === 'needs_review') && !steps.some(isLeased),
    ) && !chain.known.some(({ nonce }) => nonce === chain.nonce)
  );
}
