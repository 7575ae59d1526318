import type { Swap } from 'ferryman-client';
import { fundsTones, stateTone } from './swap-states.ts';

/** A state as it is read: its name in words. */
export function stateText(state: Swap['state'] | Swap['fundsState']): string {
  return state.replaceAll('_', ' ');
}

/** A state in words; its colour only repeats them. */
export function StateLabel({ state }: { state: Swap['state'] }) {
  return <span className={`label tone-${stateTone(state)}`}>{stateText(state)}</span>;
}

/** Where the money is, in a word. */
export function FundsLabel({ funds }: { funds: Swap['fundsState'] }) {
  return <span className={`label tone-${fundsTones[funds]}`}>{stateText(funds)}</span>;
}
