import type { Clock } from '../../../ports/clock.ts';

interface Asked<Answer> {
  at: number;
  answer: Promise<Answer>;
  isAnswered: boolean;
}

/**
 * A question that several ask at a time, put once: whoever asks while it is under way gets the same
 * answer.
 * @returns asks; `maxAge`: milliseconds for which an answer of before is as good as a new one.
 *   Default: none is. What failed is asked again
 */
export function shareAnswer<Answer>(
  ask: () => Promise<Answer>,
  now: Clock['now'],
): (maxAge?: number) => Promise<Answer> {
  let last: Asked<Answer> | undefined;

  async function track(asked: Asked<Answer>): Promise<void> {
    try {
      await asked.answer;
      asked.isAnswered = true;
    } catch {
      // Whoever asked is told.
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

/** A clock that was set back makes nothing new. */
function isWithin(maxAge: number, age: number): boolean {
  return age >= 0 && age < maxAge;
}
