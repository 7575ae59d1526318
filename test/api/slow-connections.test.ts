import { once } from 'node:events';
import { connect } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hangSignal } from '../support/hang-limit.ts';
import {
  connectSlowly,
  type Slowness,
  slowBody,
  slowHead,
  unreadAnswers,
} from '../support/slow-clients.ts';
import { type ApiOnPglite, startApiOnPglite } from '../support/start-api-on-pglite.ts';
import { waitFor } from '../support/wait-for.ts';

let api: ApiOnPglite;
const lines: Record<string, unknown>[] = [];
const logger = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
beforeAll(async () => {
  const patience = { headers: 1_000, request: 1_000, answer: 1_000, look: 100 };
  api = await startApiOnPglite({ patience, parts: { logger } });
});
afterAll(() => api.close());

it('closes 200 slow connections, and answers the others meanwhile', async () => {
  const hundred = (slowness: Slowness) =>
    Array.from({ length: 100 }, () => connectSlowly(api, slowness).closed);
  const closed = [...hundred(slowHead), ...hundred(slowBody)];
  const ask = (path: string) =>
    fetch(`${api.url}${path}`, {
      headers: { authorization: `Bearer ${api.key}` },
      signal: hangSignal(),
    });
  const answers = await Promise.all(['/livez', '/v1/swaps', '/v1/wallets'].map(ask));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await Promise.all(closed);
  expect((await ask('/v1/swaps')).status).toBe(200);
  expect((await api.journal.listSwaps({ limit: 10 })).swaps).toEqual([]);
});

it('closes a connection whose client takes no answers, however many it asks for', async () => {
  await connectSlowly(api, unreadAnswers).closed;
});

describe('a body that does not come to its end', () => {
  const refusals = () => lines.filter(({ code }) => code === 'BODY_INCOMPLETE');
  const counted = async (status: number) => {
    const text = await (await fetch(`${api.url}/metrics`, { signal: hangSignal() })).text();
    const line = text
      .split('\n')
      .find((one) => one.includes('http_requests_total{') && one.includes(`status="${status}"`));
    return Number(line?.split(' ').at(-1) ?? 0);
  };

  it.each([
    ['of known length', 'Content-Length: 60000', '{"a":"'],
    ['in chunks', 'Transfer-Encoding: chunked', '6\r\n{"a":"\r\n'],
  ])('is its client’s fault, %s', async (_, length, part) => {
    const [before, counts] = [refusals().length, await counted(408)];
    const socket = connect(api.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      [
        'POST /v1/swaps HTTP/1.1',
        `Host: 127.0.0.1:${api.port}`,
        `Authorization: Bearer ${api.key}`,
        'Idempotency-Key: broken-off',
        'Content-Type: application/json',
        'Expect: 100-continue',
        length,
        '',
        part,
      ].join('\r\n'),
    );
    // It takes the body now.
    await once(socket, 'data');
    socket.destroy();
    await waitFor(async () => {
      expect(refusals()).toHaveLength(before + 1);
      expect(await counted(408)).toBe(counts + 1);
    });
    expect(refusals().at(-1)).toMatchObject({ level: 30, msg: 'request refused' });
  });

  it('is so where the client was too slow, and never an error of the service', async () => {
    const before = refusals().length;
    await connectSlowly(api, slowBody).closed;
    await waitFor(() => expect(refusals()).toHaveLength(before + 1));
    expect(await counted(500)).toBe(0);
    expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });
});
