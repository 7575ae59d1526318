import type { Swap } from '../generated/api.ts';
import type { Caller } from './caller.ts';
import { isFerrymanError } from './errors.ts';
import type { CallOptions } from './operation-types.ts';
import { pause } from './pause.ts';
import { pauseBefore } from './retry-policy.ts';

export interface WaitOptions extends Pick<CallOptions, 'signal'> {
  /**
   * `attention`: until the swap has ended or needs a person. `end`: until it has ended, however
   * long a person takes. Default: `attention`.
   */
  until?: 'attention' | 'end';
}

/** Of one request, in seconds: a proxy may end a longer one. */
const longPoll = 30;
/** Beyond which a request is taken for dead, in milliseconds. */
const timeoutMs = (longPoll + 30) * 1_000;
/** Between two readings of a swap that a person has to see to, in milliseconds. */
const personPause = 2_000;

const ends: readonly Swap['state'][] = ['settled', 'refunded', 'failed', 'cancelled', 'expired'];

/** Whether a swap has ended, or ends with an event. */
export function hasEnded({ state }: { readonly state?: Swap['state'] }): boolean {
  return state !== undefined && ends.includes(state);
}

/** Whether a swap goes on only when a person has done something. */
export function needsPerson({ state }: { readonly state?: Swap['state'] }): boolean {
  return state === 'needs_review' || state === 'awaiting_approval' || state === 'awaiting_deposit';
}

/**
 * Waits for a swap. Once the service has answered, it survives every outage; without a signal it
 * may wait for ever.
 */
export async function waitForSwap(
  { call }: Caller,
  id: string,
  { signal, until = 'attention' }: WaitOptions = {},
): Promise<{ swap: Swap }> {
  const request = { path: { id }, query: { timeoutSeconds: longPoll }, signal, timeoutMs };
  let hasAnswered = false;
  for (let failures = 0; ; ) {
    try {
      const answer = (await call('waitForSwap', request)) as { swap: Swap };
      [hasAnswered, failures] = [true, 0];
      if (hasEnded(answer.swap)) return answer;
      if (needsPerson(answer.swap)) {
        if (until === 'attention') return answer;
        await pause(personPause, signal);
      }
    } catch (error) {
      if (!hasAnswered || !isFerrymanError(error)) throw error;
      failures += 1;
      const milliseconds = pauseBefore(error, { attempt: failures, isRepeatable: true });
      if (milliseconds === undefined) throw error;
      await pause(milliseconds, signal);
    }
  }
}
