import type { Clock } from '../../../ports/clock.ts';

interface Request<Answer> {
  at: number;
  answer: Promise<Answer>;
  isAnswered: boolean;
}

/**
 * Shares one request between concurrent callers: a caller that asks while a request is in flight
 * gets its answer. A failed request is not reused.
 * @returns a function whose `maxAge` is the age in milliseconds up to which an earlier answer is
 *   reused. Default: no reuse
 */
export function shareAnswer<Answer>(
  ask: () => Promise<Answer>,
  now: Clock['now'],
): (maxAge?: number) => Promise<Answer> {
  let last: Request<Answer> | undefined;

  async function track(request: Request<Answer>): Promise<void> {
    try {
      await request.answer;
      request.isAnswered = true;
    } catch {
      // The callers get the error.
      last = undefined;
    }
  }

  return (maxAge = 0) => {
    if (last && (!last.isAnswered || isWithin(maxAge, now() - last.at))) return last.answer;
    last = { at: now(), answer: ask(), isAnswered: false };
    void track(last);
    return last.answer;
  };
}

/** A negative age means that the clock was set back: the answer is not reused. */
function isWithin(maxAge: number, age: number): boolean {
  return age >= 0 && age < maxAge;
}
