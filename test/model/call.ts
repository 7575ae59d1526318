import { unavailable } from './journal-state.ts';
import type { Fate, Point } from './world.ts';

/** An endpoint of the chain, or the routing service, that did not answer; made once. */
export class RemoteError extends Error {
  readonly code = 'RPC_UNAVAILABLE';
}

export const noAnswer = new RemoteError('no answer');

/** One journal transaction. Whether it took place is unknown to whoever does not hear of it. */
export function* call<Result>(point: Point, run: () => Result): Generator<Point, Result, Fate> {
  const outcome = yield point;
  if (outcome === 'down') throw unavailable;
  const result = run();
  if (outcome === 'lost') throw unavailable;
  return result;
}

/** One question to the chain or the routing service. */
export function* ask<Result>(point: Point, run: () => Result): Generator<Point, Result, Fate> {
  if ((yield point) !== 'done') throw noAnswer;
  return run();
}
