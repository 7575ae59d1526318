import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createApiClient } from '../../src/cli/api-client.ts';
import type { SwapAnswer } from '../../src/cli/swap-answer.ts';
import { waitForSwap } from '../../src/cli/wait-for-swap.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';

const answer = (state: SwapAnswer['state'], minimum?: number) =>
  ({
    state,
    fundsState: 'untouched',
    ...(minimum === undefined
      ? {}
      : { reason: { code: 'QUOTE_BELOW_MINIMUM', message: `${minimum} is too little` } }),
  }) as SwapAnswer;

it('tells a price that stays too low once, however many orders are asked for, and then what is new', async () => {
  const looks = [
    answer('requested'),
    answer('quoted', 1),
    answer('requested', 1),
    answer('quoted', 2),
    answer('requested', 2),
    answer('quoted'),
    answer('executing'),
    answer('settled'),
  ];
  const told: string[] = [];
  const client = {
    getSwap: async () => ({ swap: looks.shift() ?? expect.unreachable(), events: [] }),
    openEvents(): never {
      throw new FerrymanError('NOT_FOUND', 'an older service has no events');
    },
  };
  await waitForSwap(client, 'x', {
    signal: new AbortController().signal,
    tell: (text) => void told.push(text),
    pause: async () => undefined,
  });
  expect(told.map((text) => text.replace(', funds untouched', ''))).toEqual([
    'requested',
    'quoted: 1 is too little',
    'requested: 1 is too little',
    'quoted',
    'executing',
    'settled',
  ]);
});

it('keeps its time limit where the service accepts and does not answer', async () => {
  const asked: string[] = [];
  const server = createServer(({ url = '' }) => void asked.push(url)).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { signal } = new AbortController();
    const until = Date.now() + 1_500;
    const waiting = waitForSwap(createApiClient({ apiUrl }, signal), 'x', {
      signal,
      until,
      tell: () => undefined,
    });
    await expect(waiting).rejects.toMatchObject({ code: 'API_UNAVAILABLE' });
    expect(asked.filter((url) => url === '/v1/swaps/x')).toHaveLength(1);
    // A call without it would take 30 s.
    expect(Date.now() - until).toBeLessThan(15_000);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
