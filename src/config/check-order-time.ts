import type { Settings } from './settings.ts';

/** What a call of the budget is waited for at most, in milliseconds. */
const callWait = 2_000;

/**
 * What became of a request for an order by deposit is asked `orderAskedWithin` after it, and the request may be sent in the first quarter of that. What
 * has not come to an end by then may make a second order beside one that was taken for none.
 */
export function checkOrderTime(
  { router, policy }: Pick<Settings, 'router' | 'policy'>,
  report: (path: readonly string[], message: string, fix: string) => void,
): void {
  if (!router) return;
  const least = Math.ceil(((router.timeoutMs + callWait) * 4) / 3);
  if (policy.orderAskedWithin >= least) return;
  report(
    ['policy', 'orderAskedWithin'],
    `is too short for a router.timeoutMs of ${router.timeoutMs}: a request for an order may still be on its way`,
    `Give at least ${least} ms, or a shorter router.timeoutMs.`,
  );
}
