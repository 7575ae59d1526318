import type { TreasuryOccurrence } from 'ferryman-client';
import { keysOf } from '../../../parts/keys-of.ts';

type State = TreasuryOccurrence['state'];

/** In the order in which an occurrence can have them. */
export const occurrenceStates = keysOf<State>({
  missed: true,
  skipped: true,
  acting: true,
  submitted: true,
  done: true,
  failed: true,
});

interface OccurrenceFilter {
  state?: State;
}

export function readOccurrenceFilter({ state }: Record<string, unknown>): OccurrenceFilter {
  const found = occurrenceStates.find((name) => name === state);
  return found === undefined ? {} : { state: found };
}
