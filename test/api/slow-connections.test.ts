import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServedApi, serveApi } from '../../src/api/serve-api.ts';
import { createApiKey } from '../../src/executor/api-keys/create-api-key.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import type { Journal } from '../../src/ports/journal.ts';
import { apiScopes } from '../../src/ports/stores/api-key-store.ts';
import { createMetrics } from '../../src/telemetry/create-metrics.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';
import { hangSignal } from '../support/hang-limit.ts';
import { intakeKeys } from '../support/intake-keys.ts';
import { makeChanges, makeSubmit } from './fixtures.ts';

let folder = '';
let journal: Journal;
let api: ServedApi;
let key = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-slow-'));
  await copyJournalTemplate(folder);
  journal = await openJournal({ kind: 'pglite', folder: join(folder, 'journal') });
  const wallet = await journal.createWallet({
    name: 'main',
    family: 'evm',
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    keyRef: 'main',
  });
  key = (await createApiKey({ journal, intakeKeys }, apiScopes)).key;
  api = await serveApi(
    {
      journal,
      submit: makeSubmit(journal, wallet),
      ...makeChanges(journal),
      ready: async () => ({ ok: true, checks: {} }),
      metrics: createMetrics(journal),
      logger: pino({ level: 'silent' }),
    },
    { port: 0, patience: { headers: 1_000, request: 1_000, answer: 1_000, look: 100 } },
  );
});
afterAll(async () => {
  await api.close();
  await journal.close();
  await rm(folder, { recursive: true });
});

/** A client that writes a byte now and then. */
interface SlowClient {
  socket: Socket;
  closed: Promise<unknown>;
}

const host = () => `Host: 127.0.0.1:${api.port}`;
const authorization = () => `Authorization: Bearer ${key}`;

function slow(start: string): SlowClient {
  const socket = connect(api.port, '127.0.0.1');
  socket.write(start);
  const dribble = setInterval(() => socket.write('x'), 50);
  socket.on('error', () => undefined);
  socket.resume();
  const closed = new Promise((resolve) =>
    socket.once('close', () => {
      clearInterval(dribble);
      resolve(undefined);
    }),
  );
  return { socket, closed };
}

it('closes 200 slow connections, and answers the others meanwhile', async () => {
  const headers = Array.from({ length: 100 }, () =>
    slow(`GET /v1/swaps HTTP/1.1\r\n${host()}\r\nX-`),
  );
  const bodies = Array.from({ length: 100 }, () =>
    slow(
      [
        'POST /v1/swaps HTTP/1.1',
        host(),
        authorization(),
        'Idempotency-Key: slow',
        'Content-Type: application/json',
        'Content-Length: 60000',
        '',
        '{"a":"',
      ].join('\r\n'),
    ),
  );
  const ask = (path: string) =>
    fetch(`${api.url}${path}`, {
      headers: { authorization: `Bearer ${key}` },
      signal: hangSignal(),
    });
  const answers = await Promise.all(['/livez', '/v1/swaps', '/v1/wallets'].map(ask));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await Promise.all([...headers, ...bodies].map(({ closed }) => closed));
  expect((await ask('/v1/swaps')).status).toBe(200);
  expect((await journal.listSwaps({ limit: 10 })).swaps).toEqual([]);
});

it('closes a connection whose client takes no answers, however many it asks for', async () => {
  const request = `GET /v1/openapi.json HTTP/1.1\r\n${host()}\r\n\r\n`;
  const socket = connect(api.port, '127.0.0.1');
  socket.pause();
  socket.write(request.repeat(500));
  // Empty lines between requests mean nothing. They show that the other end has gone.
  const knocking = setInterval(() => socket.write('\r\n'), 50);
  await new Promise((resolve) => {
    socket.once('error', resolve);
    socket.once('close', resolve);
  });
  clearInterval(knocking);
  socket.destroy();
});
