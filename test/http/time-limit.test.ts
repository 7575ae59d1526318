import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { timeLimit } from '../../src/http/time-limit.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

it('aborts what waits for it or for somebody else, though memory was cleaned up meanwhile', async () => {
  const either = AbortSignal.any([new AbortController().signal, timeLimit(200)]);
  await pause(50);
  collectGarbage();
  await expect(pause(10_000, undefined, { signal: either })).rejects.toMatchObject({
    name: 'AbortError',
  });
});
