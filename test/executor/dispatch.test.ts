import { expect, it, vi } from 'vitest';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import { createOutageLog } from '../../src/errors/outage-log.ts';
import { dispatch } from '../../src/executor/dispatch.ts';
import type { Dispatched } from '../../src/ports/queue.ts';

it('tells that Redis is back when Redis has taken a dispatch, and not when the process serves it', async () => {
  const warn = vi.fn();
  const answers: (Dispatched | FerrymanError)[] = [
    new FerrymanError('REDIS_UNAVAILABLE', 'away'),
    'served',
    new FerrymanError('REDIS_UNAVAILABLE', 'away'),
    'queued',
  ];
  const take = async () => {
    const answer = answers.shift();
    if (answer instanceof FerrymanError) throw answer;
    return answer;
  };
  const context = {
    queue: { dispatch: take },
    outages: createOutageLog({ warn }),
    logger: { debug: vi.fn(), warn },
  };
  const told: unknown[] = [];
  while (answers.length > 0) {
    await dispatch(context as never, { swapId: 's-1' as SwapId, version: 1 });
    told.push(warn.mock.calls.at(-1)?.[1]);
  }
  const failing = 'component is failing; Ferryman retries until it works';
  expect(told).toEqual([failing, failing, failing, 'recovered']);
  expect(warn).toHaveBeenCalledTimes(2);
});
