import type { BothJournals, Outcomes } from './both-journals.ts';
import type { Choose } from './pick.ts';

/**
 * One operation on both journals. Its choices are taken from a number, 0 to 999, so that a sequence
 * is a list of numbers.
 */
export interface Operation {
  name: string;
  run(both: BothJournals, choose: Choose): Promise<Outcomes>;
}

export const holders = ['worker-1', 'worker-1', 'worker-1', 'worker-2'] as const;

/** A swap at its version, or now and then at one that has been overtaken. */
export function version({ swaps, model: { state } }: BothJournals, choose: Choose) {
  const index = choose(2);
  const { swap } = state.swaps[index]!;
  return {
    index,
    request: { swapId: swaps[index]!.id, version: swap.version - (choose(12) === 0 ? 1 : 0) },
  };
}
