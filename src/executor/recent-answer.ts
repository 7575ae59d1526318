/**
 * Asks one question, and not again while the last answer is not older than `freshFor` milliseconds: an error is an answer too. Whoever asks
 * meanwhile gets that answer, or waits for it.
 */
export function recentAnswer<Answer>(
  ask: () => Promise<Answer>,
  freshFor: number,
  now: () => number,
): () => Promise<Answer> {
  let last: { answer: Promise<Answer>; at: number } | undefined;
  return () => {
    if (!last || now() - last.at > freshFor) last = { answer: ask(), at: now() };
    return last.answer;
  };
}
