import { isLiving, type Snapshot, type Step } from './swap.ts';

/** How many signed generations of the matching steps are proven dead or reverted. */
export function spentGenerations(
  { steps }: Pick<Snapshot, 'steps'>,
  of: (step: Step) => boolean,
): number {
  return steps.filter(
    (step) => of(step) && !isLiving(step) && (step.lease?.attempts.length ?? 0) > 0,
  ).length;
}
