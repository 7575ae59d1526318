import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CliIo } from '../../src/cli/cli-io.ts';
import { run } from '../../src/cli/run.ts';
import type { SwapAnswer } from '../../src/cli/swap-answer.ts';
import { errorCodes } from '../../src/errors/codes.ts';
import { startAnsweringServer, text } from '../support/answering-server.ts';
import { ferryman } from './io-for-test.ts';

const id = '7564ed25-83b3-4533-aaf3-fa3d315f15b7';
const other = '7564ed99-83b3-4533-aaf3-fa3d315f15b7';

/** What the service answers, by path; the query is left out. */
const answers = new Map<string, { status: number; body: unknown }>();
let server: Server;
let url = '';

beforeAll(async () => {
  server = createServer(({ url: asked = '' }, response) => {
    const [path = ''] = asked.split('?');
    const { status, body } = answers.get(path) ?? { status: 404, body: problem('NOT_FOUND') };
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((closed) => server.close(closed));
});

const call = (...parameters: string[]) =>
  ferryman(parameters, {
    folder: tmpdir(),
    environment: { FERRYMAN_API_URL: url, FERRYMAN_API_KEY: `fm_${'A'.repeat(43)}` },
  });

function problem(code: keyof typeof errorCodes, errors?: object[]) {
  const { status, meaning: title } = errorCodes[code];
  const detail = `this time it is ${code}`;
  const standing = { stage: 'settled', fundsState: 'moved' };
  const told = { type: 'x', title, status, detail, code, requestId: 'r1', ...standing };
  return { ...told, ...(errors ? { errors } : {}) };
}

function refuse(path: string, code: keyof typeof errorCodes, errors?: object[]): void {
  answers.set(path, { status: errorCodes[code].status, body: problem(code, errors) });
}

function swapIn(state: SwapAnswer['state'], change: Partial<SwapAnswer> = {}): SwapAnswer {
  const asset = { chain: 'ETH', token: 'native', symbol: 'ETH' };
  const time = '2026-01-31T12:00:00.000Z';
  return {
    ...{ id, idempotencyKey: 'k', state, fundsState: 'untouched', version: 1 },
    ...{ wallet: { name: 'main', address: '0x1' }, from: asset, to: asset, amount: '1' },
    ...{ receiver: '0x2', slippageBps: 50, refundAddress: '0x1', flow: 'wallet', legs: [] },
    ...{ createdAt: time, updatedAt: time },
    ...change,
  } as SwapAnswer;
}

describe('the exit code of a wait', () => {
  it.each<[number, SwapAnswer['state'], Partial<SwapAnswer>]>([
    [0, 'settled', { fundsState: 'moved' }],
    [3, 'failed', { reason: { code: 'GUARD_REJECTED', message: 'another receiver' } }],
    [4, 'awaiting_approval', {}],
    [5, 'expired', { reason: { code: 'DEADLINE_PASSED', message: 'too late' } }],
    [6, 'needs_review', { fundsState: 'unknown' }],
  ])('is %i for %s', async (code, state, change) => {
    const swap = swapIn(state, change);
    answers.set(`/v1/swaps/${id}`, { status: 200, body: { swap, events: [] } });
    expect((await call('swap', 'wait', id)).code).toBe(code);
    const json = await call('swap', 'wait', id, '--json');
    expect([json.code, json.json().swap.state]).toEqual([code, state]);
  });

  it('is 130 when a person interrupts', async () => {
    answers.set(`/v1/swaps/${id}`, { status: 200, body: { swap: swapIn('quoted'), events: [] } });
    const interrupt = new AbortController();
    const codes: number[] = [];
    const io: CliIo = {
      ...{ print: () => undefined, tell: () => interrupt.abort(), interactive: false },
      ...{ environment: { FERRYMAN_API_URL: url }, folder: tmpdir(), columns: undefined },
      ...{ ask: async () => '', askSecret: async () => '', readInput: async () => undefined },
      signal: interrupt.signal,
      exitWith: (code) => void codes.push(code),
    };
    await run(['swap', 'wait', id], io);
    expect(codes).toEqual([130]);
  });
});

describe('an error with --json', () => {
  it.each<[string, string[], number, string]>([
    ['an unknown command', ['swop', '--json'], 2, 'USAGE'],
    ['an unknown option', ['swap', 'list', '--json', '--stat', 'x'], 2, 'USAGE'],
    ['a command that is missing', ['swap', '--json'], 2, 'USAGE'],
    ['an argument that is missing', ['swap', 'get', '--json'], 2, 'USAGE'],
    ['a value that is malformed', ['swap', 'wait', id, '--timeout', 'x', '--json'], 2, 'USAGE'],
    ['a chain that is unknown', ['chains', 'POLYGN', '--json'], 2, 'UNKNOWN_CHAIN'],
    ['a stop without a reason', ['stop', 'all', '--json'], 2, 'INVALID_REQUEST'],
    ['a swap that is not there', ['swap', 'get', other, '--json'], 1, 'NOT_FOUND'],
    [
      'a service that is not there',
      ['swap', 'list', '--json', '--api-url', 'http://127.0.0.1:9'],
      1,
      'API_UNAVAILABLE',
    ],
    [
      'a setting that is wrong',
      ['swap', 'list', '--json', '--api-url', 'nowhere'],
      1,
      'CONFIG_INVALID',
    ],
  ])(
    'is a problem on standard output, and a text beside it: %s',
    async (_, line, exitCode, code) => {
      const { stderr, json, ...result } = await call(...line);
      expect(result.code).toBe(exitCode);
      expect(json()).toMatchObject({
        code,
        exitCode,
        type: `urn:ferryman:error:${code}`,
        title: errorCodes[code as keyof typeof errorCodes].meaning,
        next: errorCodes[code as keyof typeof errorCodes].next,
        detail: expect.stringMatching(/\w/),
      });
      expect(stderr).toMatch(/^error/);
    },
  );

  it('says where each fault is, as it was typed', async () => {
    refuse('/v1/swaps', 'INVALID_REQUEST', [{ pointer: '/state', detail: 'is none' }]);
    const { stderr, json } = await call('swap', 'list', '--state', 'x', '--json');
    expect(json()).toMatchObject({
      requestId: 'r1',
      stage: 'settled',
      fundsState: 'moved',
      errors: [{ pointer: '/state', place: '--state', detail: 'is none' }],
    });
    expect(stderr).toContain('--state: is none');
    expect(stderr).not.toContain('/state');
  });

  it('is no problem where a person asks for help', async () => {
    expect(await call('swap', 'get', '--help', '--json')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Usage: /),
    });
  });
});

describe('a refused key', () => {
  it('reads differently from one that is missing, and both name the service', async () => {
    refuse('/v1/lanes', 'UNAUTHORIZED');
    const { host } = new URL(url);
    const wrong = await call('lanes');
    expect(wrong.stderr).toContain(`${host} refuses the API key that was sent: this time`);
    const missing = await ferryman(['lanes'], {
      folder: tmpdir(),
      environment: { FERRYMAN_API_URL: url },
    });
    expect(missing.stderr).toContain(`no API key is set, so none was sent to ${host}`);
    expect([wrong.code, missing.code]).toEqual([1, 1]);
  });
});

it('prints no page of a proxy as an export', async () => {
  const proxy = await startAnsweringServer(text('<p>log in</p>', { 'content-type': 'text/html' }));
  const { code, stdout, stderr } = await call('swap', 'export', '--api-url', proxy.url);
  await proxy.close();
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('not as a Ferryman of this version');
});

describe('the beginning of an id', () => {
  const swaps = (...ids: string[]) =>
    answers.set('/v1/swaps', {
      status: 200,
      body: { swaps: ids.map((one) => swapIn('settled', { id: one })) },
    });

  it('stands for the id if no other swap has it', async () => {
    answers.set(`/v1/swaps/${id}`, { status: 200, body: { swap: swapIn('settled'), events: [] } });
    // What contains it elsewhere is found by the search too.
    swaps(id, '00000000-0000-4000-8000-00007564ed25');
    expect((await call('swap', 'get', '7564ED25', '--json')).json().swap.id).toBe(id);
  });

  it('is refused with all that it could mean', async () => {
    swaps(id, other);
    const { code, stderr } = await call('swap', 'get', '7564ed');
    expect(code).toBe(2);
    expect(stderr).toContain('2 swaps begin with 7564ed; give more of the id:');
    expect(stderr).toContain(id);
    expect(stderr).toContain(other);
    swaps();
    expect((await call('swap', 'get', 'abcd')).stderr).toContain(
      'no swap whose id begins with abcd',
    );
    expect((await call('swap', 'get', 'abc')).code).toBe(2);
    expect(await call('swap', 'wait', 'invoice-16')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('ferryman swap list --q invoice-16'),
    });
  });

  it('has at least eight letters where something is done', async () => {
    swaps(id);
    for (const words of [
      ['cancel', '7564ed2'],
      ['retry', '7564ed2'],
      ['acknowledge', '7564ed2', '--note', 'seen'],
      ['resolve', '7564ed2', '--as', 'unpaid', '--reason', 'gone'],
    ]) {
      const { code, stderr } = await call('swap', ...words);
      expect(code).toBe(2);
      expect(stderr).toContain('"7564ed2" is too short: give at least 8 letters of the id');
    }
    answers.set(`/v1/swaps/${id}/cancel`, { status: 200, body: { swap: swapIn('failed') } });
    expect((await call('swap', 'cancel', '7564ed25')).stderr).not.toContain('too short');
  });
});

it('lists swaps within 80 columns, whatever they are, with their level', async () => {
  const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
  const usdc = { chain: 'ARBITRUM', token, symbol: 'USDC' };
  const body = {
    swaps: [
      swapIn('settled', { from: { ...usdc, listed: true }, level: 'router-reported' }),
      swapIn('awaiting_deposit', {
        ...{ from: usdc, to: { ...usdc, chain: 'OPTIMISM' }, amount: '123456.123456' },
        reason: { code: 'DEPOSIT_NOT_SEEN', message: `${'no payment was seen '.repeat(8)}` },
      }),
    ],
  };
  answers.set('/v1/swaps', { status: 200, body });
  const { stdout } = await call('swap', 'list');
  const lines = stdout.split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(stdout).toContain('router-reported');
  expect(stdout).toContain('DEPOSIT_NOT_SEEN');
  // A symbol alone is only what the operator lists.
  expect(stdout).toContain('(0xA0b8…eB48)');
  const wide = (await call('swap', 'list', '--wide')).stdout;
  expect(wide.split('\n')[2]).toContain(id);
  expect(wide.split('\n')[2]).toContain('USDC ARBITRUM');
});
