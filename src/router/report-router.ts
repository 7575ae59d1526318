import { FerrymanError } from '../errors/ferryman-error.ts';
import type { OutageLog } from '../errors/outage-log.ts';
import { judgeRouter, type RouterCall, type RouterHealth } from '../ports/router-health.ts';

/** Logs when the routing service goes down and comes back, in each process that calls it. */
export function reportRouter(
  health: RouterHealth,
  outcome: RouterCall['outcome'],
  outages: OutageLog,
): void {
  health.called(outcome);
  const verdict = judgeRouter(outcome);
  if (verdict === 'up') outages.succeeded('router');
  if (verdict !== 'down' || outcome === 'ok') return;
  const cause = new FerrymanError(
    outcome,
    'the routing service does not respond, or refuses the API key',
  );
  outages.failed('router', cause, { isOccasional: true });
}
