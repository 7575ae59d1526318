import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { startAnsweringServer } from '../../support/answering-server.ts';
import type { Fault } from '../faults.ts';
import { createReferee } from '../referee.ts';
import { startHttpProxy, underFault } from './http-proxy.ts';
import { postgresTap } from './postgres-tap.ts';
import { startTcpProxy } from './tcp-proxy.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const closer of closers.splice(0).reverse()) await closer();
});

describe('an HTTP proxy', () => {
  async function ask(fault: Fault | undefined) {
    const server = await startAnsweringServer(({ text }, response) =>
      response.end(JSON.stringify({ got: text })),
    );
    closers.push(server.close);
    const proxy = await startHttpProxy(
      () => server.url,
      (request, forward) => underFault(fault, request, forward),
    );
    closers.push(() => proxy.close());
    const answer = fetch(proxy.url, { method: 'POST', body: 'a question' });
    return { answer, requests: server.requests };
  }

  it('passes on what it is not asked to spoil', async () => {
    const { answer } = await ask(undefined);
    expect(await (await answer).json()).toEqual({ got: 'a question' });
  });

  it('forwards the request whose answer it drops', async () => {
    const { answer, requests } = await ask({ kind: 'drop' });
    await expect(answer).rejects.toThrow('fetch failed');
    expect(requests).toMatchObject([{ text: 'a question' }]);
  });

  it.each([
    ['unavailable', true, 503, 1],
    ['unavailable', false, 503, 0],
    ['too-many', false, 429, 0],
    ['html', false, 200, 0],
  ] as const)('answers %s, forwarded: %s', async (how, forwarded, status, times) => {
    const { answer, requests } = await ask({ kind: 'error', how, forwarded });
    const got = await answer;
    expect(got.status).toBe(status);
    await expect(got.json()).rejects.toThrow('is not valid JSON');
    expect(requests).toHaveLength(times);
  });

  it('gives half of an answer', async () => {
    const { answer } = await ask({ kind: 'error', how: 'half', forwarded: true });
    expect(await (await answer).text()).toBe('{"got":"a ');
  });

  it('ends the connection when nobody is behind it', async () => {
    const proxy = await startHttpProxy(
      () => {
        throw new Error('no process has the door');
      },
      (request, forward) => forward(request),
    );
    closers.push(() => proxy.close());
    await expect(fetch(proxy.url)).rejects.toThrow('fetch failed');
  });
});

describe('a TCP proxy', () => {
  async function startEcho() {
    const seen: string[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        seen.push(String(chunk));
        socket.write(`echo ${chunk}`);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(async () => server.close());
    return { port: (server.address() as AddressInfo).port, seen };
  }

  async function client(port: number): Promise<Socket> {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    closers.push(async () => socket.destroy());
    await once(socket, 'connect');
    return socket;
  }

  it('cuts the answer to the chunk at which a drop is due, after passing it on', async () => {
    const echo = await startEcho();
    let chunks = 0;
    const proxy = await startTcpProxy(
      () => connect(echo.port, '127.0.0.1'),
      () => () => (++chunks === 2 ? { kind: 'drop' } : undefined),
    );
    closers.push(() => proxy.close());
    const socket = await client(proxy.port);
    socket.write('one');
    expect(String((await once(socket, 'data'))[0])).toBe('echo one');
    const answers: string[] = [];
    socket.on('data', (chunk) => answers.push(String(chunk)));
    socket.write('two');
    await once(socket, 'close');
    expect(answers).toEqual([]);
    expect(echo.seen).toEqual(['one', 'two']);
  });
});

describe('the tap on a Postgres connection', () => {
  const message = (type: string, ...texts: string[]) => {
    const body = Buffer.from(texts.map((text) => `${text}\0`).join(''));
    const head = Buffer.alloc(4);
    head.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(type), head, body]);
  };
  const startup = message('', 'user', 'postgres');

  function tapFor(at: 'commit' | 'commit of an attempt' | 'commit of a submission') {
    const referee = createReferee();
    referee.expect([{ fault: { kind: 'drop' }, at, nth: 1 }], () => 1);
    return postgresTap(referee);
  }
  const attempt = [
    startup,
    message('Q', 'BEGIN'),
    message('P', 'named', 'insert into attempts (id) values ($1)'),
    message('B', '', 'named'),
  ];

  it('knows what a transaction is about when it is committed, also when the statement is only named', () => {
    const tap = tapFor('commit of an attempt');
    for (const sent of attempt) expect(tap(sent)).toBeUndefined();
    expect(tap(message('Q', 'COMMIT'))).toEqual({ kind: 'drop' });

    const second = tapFor('commit of an attempt');
    second(
      Buffer.concat([startup, message('P', 'named', 'insert into attempts (id) values ($1)')]),
    );
    second(message('Q', 'BEGIN'));
    expect(second(message('B', '', 'other'))).toBeUndefined();
    second(message('B', '', 'named'));
    expect(second(message('Q', 'COMMIT'))).toEqual({ kind: 'drop' });
  });

  it('forgets it with the next transaction', () => {
    const tap = tapFor('commit');
    for (const sent of [...attempt, message('Q', 'COMMIT')]) expect(tap(sent)).toBeUndefined();
    tap(message('Q', 'BEGIN'));
    expect(tap(message('Q', 'COMMIT'))).toEqual({ kind: 'drop' });
  });

  it('takes a statement alone that writes for a transaction, when it is synced', () => {
    const [submission, read] = [
      'insert into swaps (id) values ($1)',
      'select id from swaps for no key update of swaps',
    ];
    const tap = tapFor('commit of a submission');
    for (const sent of [startup, message('P', 's', submission), message('B', '', 's')])
      expect(tap(sent)).toBeUndefined();
    expect(tap(message('S'))).toEqual({ kind: 'drop' });

    const other = tapFor('commit');
    for (const sent of [startup, message('P', 'r', read), message('B', '', 'r'), message('S')]) {
      expect(other(sent)).toBeUndefined();
    }
    other(message('P', 'w', 'update timers set due_at = now()'));
    other(message('B', '', 'w'));
    expect(other(message('S'))).toEqual({ kind: 'drop' });
  });

  it('reads messages that come in pieces', () => {
    const tap = tapFor('commit of a submission');
    const all = Buffer.concat([
      startup,
      message('Q', 'BEGIN'),
      message('P', '', 'with swap as (insert into swaps (id) values ($1))'),
      message('B', '', ''),
      message('Q', 'COMMIT'),
    ]);
    const faults = [...all].map((byte) => tap(Buffer.from([byte])));
    expect(faults.filter((fault) => fault !== undefined)).toEqual([{ kind: 'drop' }]);
    expect(faults.at(-1)).toEqual({ kind: 'drop' });
  });
});
