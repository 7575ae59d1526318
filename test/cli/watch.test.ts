import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AnsweringServer, startAnsweringServer } from '../support/answering-server.ts';
import { cliProgram } from '../support/cli-process.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';
import { waitFor } from '../support/wait-for.ts';
import { ferryman } from './io-for-test.ts';

const id = '0f0e1b7e-8f6a-4a43-9f4a-5f1d7b1c2d3e';
const asset = { chain: 'ETH', token: 'native', symbol: 'ETH' };

/** A swap as the API answers it. */
const swapOf = (state: string, version: number, fundsState = 'untouched', reason?: unknown) => ({
  ...{ id, idempotencyKey: 'k', state, fundsState, version, from: asset, to: asset, amount: '1' },
  ...{
    wallet: { name: 'main', address: '0x1' },
    receiver: '0x2',
    minOut: '1',
    refundAddress: '0x1',
  },
  ...{ flow: 'wallet', legs: [], createdAt: '2026-01-01T00:00:00.000Z' },
  ...{ updatedAt: '2026-01-01T00:00:01.000Z', ...(reason ? { reason } : {}) },
});

let folder = '';
let api: AnsweringServer;
/** What the next readings find; the last one stays. `undefined`: nobody answers. */
let answers: (ReturnType<typeof swapOf> | undefined)[] = [];
let lanes: unknown[] = [];
/** Open streams of events; `undefined`: the service has none. */
let streams: Set<ServerResponse> | undefined;
let environment: Record<string, string> = {};

function openStream(response: ServerResponse): void {
  if (answers[0] === undefined) return void response.destroy();
  if (!streams) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\nid: 1\n\n');
  streams.add(response);
}

/** What is read from now on, with an event that says that it has changed. */
function happens(swap: ReturnType<typeof swapOf>): void {
  answers = [swap];
  const at = '2026-01-01T00:00:01.000Z';
  const event = { id: '2', type: 'state_changed', topics: ['swap.event'], at, data: {} };
  for (const stream of streams ?? []) stream.write(`id: 2\ndata: ${JSON.stringify(event)}\n\n`);
}

/** The service is gone, with its streams. */
function goesAway(): void {
  answers = [undefined];
  for (const stream of streams ?? []) stream.destroy();
  streams?.clear();
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-watch-'));
  api = await startAnsweringServer(({ path }, response) => {
    if (path.startsWith('/v1/events')) return openStream(response);
    const swap = answers.length > 1 ? answers.shift() : answers[0];
    if (!swap) return void response.destroy();
    const body = path.startsWith('/v1/lanes') ? { lanes } : { swap, events: [] };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  environment = { XDG_CONFIG_HOME: folder, FERRYMAN_API_URL: api.url };
});
beforeEach(() => {
  answers = [];
  streams = undefined;
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

describe('ferryman swap watch on a pipe', () => {
  it('prints a line for each change, and ends with the code of the outcome', async () => {
    const failed = { code: 'DEADLINE_PASSED', message: 'too late' };
    answers = [
      swapOf('requested', 1),
      swapOf('requested', 1),
      undefined,
      swapOf('quoted', 2),
      swapOf('expired', 3, 'untouched', failed),
    ];
    const { code, stdout, stderr } = await ferryman(['swap', 'watch', id], { folder, environment });
    expect(code).toBe(5);
    expect(stdout.split('\n').map((line) => line.split('  ').slice(1))).toEqual([
      ['requested', 'untouched'],
      ['quoted', 'untouched'],
      ['expired', 'untouched', 'DEADLINE_PASSED: too late'],
    ]);
    expect(stderr).toMatch(/^disconnected since \d\d:\d\d:\d\d; trying again\nconnected again$/);
  });

  it('prints an object a line with --json, and knows where the funds are unknown', async () => {
    answers = [swapOf('executing', 1, 'in_flight'), swapOf('needs_review', 2, 'unknown')];
    const { code, stdout } = await ferryman(['swap', 'watch', id, '--json'], {
      folder,
      environment,
    });
    expect(code).toBe(6);
    expect(stdout.split('\n').map((line) => JSON.parse(line).swap.version)).toEqual([1, 2]);
  });
});

describe('on a terminal', () => {
  let terminal: Terminal;
  afterEach(() => terminal?.close());
  const open = (command: string, env: Record<string, string> = {}): Terminal => {
    const program = `'${process.execPath}' '${cliProgram}' ${command}`;
    terminal = openTerminal(program, { cwd: folder, env: { ...environment, ...env } });
    return terminal;
  };
  const csi = `${String.fromCharCode(27)}\\[`;
  const [opened, closed] = [new RegExp(`${csi}\\?25l`), new RegExp(`${csi}\\?25h${csi}\\?1049l`)];

  it('redraws in place, marks an outage, and shows the end where it was called', async () => {
    streams = new Set();
    answers = [swapOf('requested', 1)];
    const { shows, ended } = open(`swap watch ${id}`);
    await shows(opened);
    await shows(/requested/);
    happens(swapOf('quoted', 2));
    await shows(/quoted/);
    goesAway();
    await shows(/disconnected since/);
    answers = [swapOf('executing', 3, 'in_flight')];
    const redrawn = await shows(/executing/);
    expect(redrawn).toMatch(new RegExp(`${csi}H`));
    await waitFor(() => expect(streams?.size).toBe(1));
    happens(swapOf('settled', 4, 'moved'));
    await shows(closed);
    await shows(/settled/);
    expect(await ended).toBe(0);
  });

  it('gives the terminal back on Ctrl-C, and exits with 130', async () => {
    answers = [swapOf('executing', 1, 'in_flight')];
    lanes = [{ wallet: 'main', chain: 'ETH', slots: 4, used: 2, waiting: 7, oldestSeconds: 3 }];
    const { type, shows, ended } = open('lanes --watch');
    await shows(/main +ETH +4 +2 +7 +3 s/);
    type('\u0003');
    await shows(closed);
    expect(await ended).toBe(130);
  });

  it('follows events over an outage, from the last one that came', async () => {
    streams = new Set();
    answers = [swapOf('requested', 1)];
    const { type, shows, ended } = open('events --follow --type swap.event');
    await waitFor(() => expect(streams?.size).toBe(1));
    happens(swapOf('quoted', 2));
    await shows(/2026-01-01 00:00:01 {2}state_changed\r?\n/);
    goesAway();
    await shows(/disconnected since/);
    happens(swapOf('executing', 3));
    await shows(/connected again/);
    expect(api.requests.at(-1)).toMatchObject({
      path: '/v1/events?type=swap.event',
      headers: { accept: 'text/event-stream', 'last-event-id': '2' },
    });
    type('\u0003');
    expect(await ended).toBe(130);
  });

  it('prints lines on a terminal that can do no more', async () => {
    answers = [swapOf('settled', 1, 'moved')];
    const { shows, ended } = open(`swap watch ${id}`, { TERM: 'dumb' });
    expect(await shows(/settled {2}moved\r?\n/)).not.toMatch(opened);
    expect(await ended).toBe(0);
  });
});
