import { expect, it } from 'vitest';
import { shareAnswer } from '../../../../src/families/shared/endpoints/share-answer.ts';

/** A request whose answers the test gives, and a clock that it sets. */
function aQuestion() {
  const answers: { resolve: (answer: string) => void; reject: (cause: Error) => void }[] = [];
  const clock = { now: 1_000 };
  const ask = shareAnswer(
    () => new Promise<string>((resolve, reject) => answers.push({ resolve, reject })),
    () => clock.now,
  );
  return { ask, answers, clock };
}

it('is sent once for all callers before the answer, and again for a later caller', async () => {
  const { ask, answers } = aQuestion();
  const both = Promise.all([ask(), ask()]);
  answers[0]!.resolve('first');
  expect(await both).toEqual(['first', 'first']);
  const later = ask();
  answers[1]!.resolve('second');
  expect(await later).toBe('second');
});

it('is not sent again if the caller accepts an answer of that age and the clock was not set back', async () => {
  const { ask, answers, clock } = aQuestion();
  const first = ask();
  answers[0]!.resolve('first');
  await first;
  clock.now += 99;
  expect(await ask(100)).toBe('first');
  clock.now += 1;
  void ask(100);
  expect(answers).toHaveLength(2);
  answers[1]!.resolve('second');
  expect(await ask()).toBe('second');
  clock.now -= 500;
  void ask(100);
  expect(answers).toHaveLength(3);
});

it('fails for all callers, and is then sent again', async () => {
  const { ask, answers } = aQuestion();
  const both = Promise.allSettled([ask(), ask()]);
  answers[0]!.reject(new Error('away'));
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const again = ask(100);
  answers[1]!.resolve('back');
  expect(await again).toBe('back');
});
