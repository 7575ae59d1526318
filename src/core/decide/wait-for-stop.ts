import type { StopReason } from '../swap/swap.ts';
import { type Decision, wait } from './decision.ts';
import type { Policy } from './policy.ts';

/** The operator may have changed the policy by then, in milliseconds. */
const longestWait = 3_600_000;

/**
 * Waits for the end of a stop: for one that ends by itself until then, for one that a person ends by
 * looking again.
 * @param most milliseconds after which something else is due
 */
export function waitForStop(
  { code, message, until }: StopReason,
  now: number,
  { settlementPoll }: Pick<Policy, 'settlementPoll'>,
  most = Number.POSITIVE_INFINITY,
): Decision {
  const delay = until === undefined ? settlementPoll : Math.min(until - now, longestWait);
  return wait(Math.min(delay, most), { code, message });
}
