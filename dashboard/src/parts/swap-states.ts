import type { Swap } from 'ferryman-client';
import { keysOf } from './keys-of.ts';
import type { Tone } from './tone.ts';

type State = Swap['state'];
type FundsState = Swap['fundsState'];

interface StateFacts {
  /** Who acts next. `none`: the swap has ended. */
  next: 'person' | 'ferryman' | 'none';
  tone: Tone;
}

const person = { next: 'person', tone: 'person' } as const;
const running = { next: 'ferryman', tone: 'running' } as const;
const ended = (tone: Tone): StateFacts => ({ next: 'none', tone });

/** Every state, in the order in which a person looks for them. One that is missing does not compile. */
const facts: Readonly<Record<State, StateFacts>> = {
  needs_review: person,
  awaiting_approval: person,
  awaiting_deposit: person,
  requested: running,
  quoted: running,
  executing: running,
  confirming: running,
  settling: running,
  claiming: running,
  refunding: running,
  settled: ended('good'),
  refunded: ended('quiet'),
  failed: ended('bad'),
  cancelled: ended('quiet'),
  expired: ended('quiet'),
};

export const swapStates = keysOf(facts);

const statesOf = (next: StateFacts['next']): readonly State[] =>
  swapStates.filter((state) => facts[state].next === next);

/** The swap waits for a person. */
export const personStates = statesOf('person');
/** The swap goes on by itself. */
export const runningStates = statesOf('ferryman');
export const endStates = statesOf('none');

export function stateTone(state: State): Tone {
  return facts[state].tone;
}

/** Every place where the money can be, in the order in which a person looks for them. */
export const fundsTones: Readonly<Record<FundsState, Tone>> = {
  unknown: 'bad',
  untouched: 'quiet',
  in_flight: 'running',
  moved: 'running',
  returned: 'quiet',
};

export const fundsStates = keysOf(fundsTones);
