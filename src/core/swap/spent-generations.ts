import { isLiving, type Snapshot, type Step } from './swap.ts';

/**
 * How many generations of some kind of step were signed for nothing; what was never signed has cost
 * nothing.
 */
export function spentGenerations(
  { steps }: Pick<Snapshot, 'steps'>,
  of: (step: Step) => boolean,
): number {
  return steps.filter(
    (step) => of(step) && !isLiving(step) && (step.lease?.attempts.length ?? 0) > 0,
  ).length;
}
