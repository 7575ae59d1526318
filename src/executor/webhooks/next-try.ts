import type { AttemptRecord } from '../../ports/stores/webhook-store.ts';
import type { WebhookAnswer } from '../../ports/webhook-sender.ts';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];

/** Milliseconds after the first attempt, the second one, and so on; the last one repeats. */
const pauses = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
];

/** The longest that a receiver's `Retry-After` puts a try off. */
const longestPause = 6 * hour;

/** A webhook that has failed for so long without one success is disabled, in milliseconds. */
const maxFailingTime = 72 * hour;

interface Tried {
  answer: WebhookAnswer;
  /** Attempts before this one. */
  attempts: number;
  /** Milliseconds since the epoch, as `failingSince` and `now`. */
  expiresAt: number;
  failingSince?: number | undefined;
  now: number;
  /** From 0 to 1: spreads the tries of many deliveries that failed together. */
  random: number;
}

/** What follows an attempt. A success is a status of 200 to 299. */
export function nextTry({
  answer,
  attempts,
  expiresAt,
  failingSince,
  now,
  random,
}: Tried): Pick<AttemptRecord, 'next' | 'disable'> {
  if (isSuccess(answer)) return { next: { kind: 'delivered' } };
  const disable = whyDisable(answer, failingSince, now);
  const asked = answer.kind === 'answered' ? (answer.retryAfter ?? 0) : 0;
  const usual = pauses[Math.min(attempts, pauses.length - 1)] ?? hour;
  const delay = Math.max(Math.round(usual * (0.8 + 0.4 * random)), Math.min(asked, longestPause));
  const isLast = disable !== undefined || now + delay > expiresAt;
  return {
    next: isLast ? { kind: 'failed' } : { kind: 'retry', delay },
    ...(disable === undefined ? {} : { disable }),
  };
}

export function isSuccess(answer: WebhookAnswer): boolean {
  return answer.kind === 'answered' && answer.status >= 200 && answer.status < 300;
}

function whyDisable(
  answer: WebhookAnswer,
  failingSince: number | undefined,
  now: number,
): string | undefined {
  if (answer.kind === 'answered' && answer.status === 410)
    return 'the receiver answered 410: it wants no more messages';
  if (failingSince !== undefined && now - failingSince > maxFailingTime)
    return `every message has failed since ${new Date(failingSince).toISOString()}`;
  return undefined;
}
