import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Journal } from '../../src/ports/journal.ts';
import type { Wallet } from '../../src/ports/stores/wallet-store.ts';
import { makeJob } from '../api/fixtures.ts';
import { type ApiOnPglite, startApiOnPglite } from '../support/start-api-on-pglite.ts';
import { until } from '../support/until.ts';
import { ferryman } from './io-for-test.ts';

let api: ApiOnPglite;
let folder = '';
let journal: Journal;
let environment: Record<string, string> = {};

beforeAll(async () => {
  api = await startApiOnPglite();
  ({ folder, journal } = api);
  environment = { FERRYMAN_API_URL: api.url, FERRYMAN_API_KEY: api.key };
});
afterAll(() => api.close());

const call = (...parameters: string[]) => ferryman(parameters, { folder, environment });

describe('ferryman stop and resume', () => {
  it('stop a chain and release it again, and the audit log has both', async () => {
    expect((await call('stop')).stdout).toBe('nothing is stopped');
    const stopped = await call('stop', 'chain', 'ETH', '--reason', 'reorganizations');
    expect(stopped.stdout).toContain('chain ETH');
    expect((await journal.stops())[0]).toMatchObject({ scope: 'chain', subject: 'ETH' });
    expect((await call('stop')).stdout).toContain('reorganizations');
    const resumed = await call('resume', 'chain', 'ETH', '--reason', 'over', '--yes');
    expect(resumed.stdout).toBe('nothing is stopped');
    const { stdout } = await call('audit', 'list', '--subject', 'chain ETH', '--wide');
    expect(
      stdout
        .split('\n')
        .slice(2)
        .map((line) => line.trim().split(/ {2,}/).slice(3)),
    ).toEqual([
      ['resume', 'chain ETH', 'over'],
      ['stop', 'chain ETH', 'reorganizations'],
    ]);
  });

  it('want a reason, and something that can be stopped', async () => {
    expect(await call('stop', 'chain', 'ETH')).toMatchObject({ code: 2 });
    expect((await call('stop', 'chian', 'ETH', '--reason', 'x')).stderr).toContain(
      '"chian" cannot be stopped; did you mean chain?',
    );
    expect(await journal.stops()).toEqual([]);
  });
});

describe('on a terminal', () => {
  const asked = (answers: string[], ...parameters: string[]) =>
    ferryman(parameters, { folder, environment, answers });

  it('resume and key revoke ask first, and do nothing without a yes', async () => {
    await call('stop', 'all', '--reason', 'drill');
    const resume = ['resume', 'all', '--reason', 'over'];
    for (const answer of ['', 'n', 'what?'])
      expect(await asked([answer], ...resume)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/Resume it\? \[y\/N\].*Nothing was changed/s),
      });
    expect(await journal.stops()).toHaveLength(1);
    expect((await asked(['y'], ...resume)).stdout).toBe('nothing is stopped');
    const { id } = (await call('key', 'create', '--scopes', 'view', '--json')).json();
    const revoked = (await call('key', 'list')).stdout.split('revoked ').length;
    expect((await asked(['n'], 'key', 'revoke', id)).code).toBe(1);
    expect((await call('key', 'list')).stdout.split('revoked ')).toHaveLength(revoked);
    expect((await asked([], 'key', 'revoke', id, '--yes')).stdout).toBe(`${id} is revoked`);
  });

  it.each([
    ['--no-input on a terminal', ['--no-input'], ['y']],
    ['no terminal', [], undefined],
  ])('are refused without --yes where the command cannot ask: %s', async (_, before, answers) => {
    const world = { folder, environment, ...(answers ? { answers } : {}) };
    for (const act of [
      ['resume', 'all', '--reason', 'over'],
      ['key', 'revoke', 'key_307c6cd35a25'],
      ['webhook', 'delete', 'wh_307c6cd35a25'],
      ['swap', 'resolve', randomUUID(), '--as', 'unpaid', '--reason', 'gone'],
    ])
      expect(await ferryman([...before, ...act], world)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(
          /^error INPUT_NEEDED: .*\? The command cannot ask here: give --yes/,
        ),
      });
  });

  it('stop never asks: it must be fast', async () => {
    expect((await asked([], 'stop', 'all', '--reason', 'now')).stderr).toBe('');
    await call('resume', 'all', '--reason', 'drill', '--yes');
  });
});

describe('ferryman audit list --actor', () => {
  it('shows what one key did and nothing else, newest first, and says so where that is nothing', async () => {
    const made = (await call('key', 'create', '--scopes', 'view,submit,approve', '--json')).json();
    const { id, key } = made;
    const actor = `API key ${id}`;
    const asOther = (...parameters: string[]) =>
      ferryman(parameters, { folder, environment: { ...environment, FERRYMAN_API_KEY: key } });
    const list = (...more: string[]) => call('audit', 'list', '--actor', id, ...more);
    expect(await list()).toMatchObject({
      ...{ code: 0, stdout: '', stderr: 'the audit log has no such entry' },
    });
    await asOther('stop', 'chain', 'ETH', '--reason', 'drill');
    await call('stop', 'chain', 'POLYGON', '--reason', 'another');
    await asOther('resume', 'chain', 'ETH', '--reason', 'over', '--yes');
    await call('resume', 'chain', 'POLYGON', '--reason', 'over', '--yes');
    const { entries } = (await list('--json')).json();
    expect(entries).toMatchObject([
      { actor, action: 'resume', subject: 'chain ETH', reason: 'over' },
      { actor, action: 'stop', subject: 'chain ETH', reason: 'drill' },
    ]);
    expect(entries).toHaveLength(2);
    expect((await call('audit', 'list', '--actor', actor, '--json')).json().entries).toEqual(
      entries,
    );
    const page = await list('--limit', '1', '--wide');
    expect(page.stdout).toContain(`${actor}  resume`);
    expect(page.stdout).not.toContain('drill');
    const cursor = /--cursor (\S+)/.exec(page.stderr)?.[1] ?? '';
    expect((await list('--limit', '1', '--cursor', cursor)).stdout).toContain('drill');
    expect((await list('--subject', 'chain POLYGON')).stdout).toBe('');
  });
});

describe('ferryman audit verify', () => {
  it('finds an unbroken chain', async () => {
    await call('stop', 'all', '--reason', 'drill');
    await call('resume', 'all', '--reason', 'drill', '--yes');
    const { stdout, code } = await call('audit', 'verify');
    expect({ stdout, code }).toEqual({
      stdout: expect.stringMatching(
        /^entries 1 to \d+ are whole; the newest has the hash\n[0-9a-f]{64}$/,
      ),
      code: 0,
    });
  });
});

describe('ferryman key', () => {
  it('makes, lists, rotates and revokes keys of a running service', async () => {
    const made = await call('key', 'create', '--name', 'payroll', '--scopes', 'view', '--json');
    const { id, key } = made.json();
    expect((await call('key', 'list')).stdout).toMatch(new RegExp(`${id} +payroll +view +all`));
    const as = (apiKey: string) =>
      ferryman(['stop'], { folder, environment: { ...environment, FERRYMAN_API_KEY: apiKey } });
    expect((await as(key)).code).toBe(0);
    const rotated = (await call('key', 'rotate', id, '--overlap', '0', '--json')).json();
    expect((await as(key)).code).toBe(1);
    expect((await as(rotated.key)).code).toBe(0);
    expect((await call('key', 'revoke', rotated.id, '--yes')).stdout).toBe(
      `${rotated.id} is revoked`,
    );
    expect((await as(rotated.key)).stderr).toContain('was revoked');
  });

  it('makes keys with masks, which only look', async () => {
    const create = ['key', 'create', '--mask', 'addresses,metadata'];
    const { id } = (await call(...create, '--scopes', 'view', '--json')).json();
    expect((await call('key', 'list')).stdout).toMatch(
      new RegExp(`${id} +view +all +addresses,\\s+metadata`),
    );
    expect((await call(...create)).stderr).toContain('--scopes view');
    const wrong = await call('key', 'create', '--scopes', 'view', '--mask', 'adresses');
    expect(wrong.stderr).toContain('there is no mask "adresses"; did you mean addresses?');
  });

  it('says what is wrong with a limit', async () => {
    const { code, stderr } = await call('key', 'create', '--expires', 'tomorrow');
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('--expires') });
  });
});

it('ferryman lanes says where swaps wait', async () => {
  expect((await call('lanes')).stdout).toBe('no swap waits or holds a slot');
});

it('ferryman events lists what has happened, of one swap too', async () => {
  const { swap } = await journal.submit({
    ...{ idempotencyKey: 'events', bodyHash: 'events' },
    job: makeJob((await journal.wallets())[0] as Wallet),
  });
  const { stdout, stderr } = await call('events', '--swap', swap.id.slice(0, 8));
  expect(stdout.split('\n').slice(2)).toEqual([
    expect.stringMatching(
      new RegExp(`  ${swap.id.slice(0, 8)}  swap_submitted  requested  untouched`),
    ),
  ]);
  expect(stderr).toBe('');
  const page = (await call('events', '--after', 'start', '--limit', '1', '--json')).json();
  expect(page).toMatchObject({
    events: [{ type: 'swap_submitted' }],
    nextCursor: page.events[0].id,
  });
  expect(await call('events', '--type', 'swap.setled')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      '--type: "swap.setled" is not a known topic; did you mean swap.settled?',
    ),
  });
});

describe('ferryman swap bulk, and ferryman bulk', () => {
  it('say what they would do, ask, and show what was created', async () => {
    const made = async (key: string) =>
      (
        await journal.submit({
          idempotencyKey: key,
          bodyHash: key,
          job: makeJob((await journal.wallets())[0] as Wallet, { metadata: { batch: 'cli' } }),
        })
      ).swap.id;
    const ids = [await made('cli-1'), await made('cli-2')];
    const bulk = ['swap', 'bulk', 'cancel', '--metadata', 'batch=cli', '--reason', 'a test'];
    const dry = await call(...bulk, '--dry-run');
    expect(dry.stdout).toContain('eligible       2');
    expect(await call(...bulk)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('give --yes'),
    });
    const no = await ferryman(bulk, { folder, environment, answers: ['n'] });
    expect(no.stderr).toContain('of 2 matching swaps');
    expect(no.stderr).toContain('Nothing was changed');
    expect((await call('bulk', 'list')).stderr).toBe('there is no bulk action');
    const running = call(...bulk, '--yes');
    await until(async () => (await journal.listBulkActions({ limit: 1 })).length === 1);
    const [{ id } = { id: '' }] = await journal.listBulkActions({ limit: 1 });
    const aborted = await call('bulk', 'abort', id, '--reason', 'enough');
    expect(aborted.stdout).toContain('aborted: enough');
    expect((await running).stdout).toContain('0 done, 0 skipped, 0 failed, 2 remaining');
    expect((await call('bulk', 'list')).stdout).toContain(id);
    const items = (await call('bulk', 'items', id, '--outcome', 'open')).stdout.split('\n');
    expect(items.slice(2).map((line) => line.trim().split(/ {2,}/).slice(1))).toEqual(
      ids.map((swap) => [swap.slice(0, 8), 'open']),
    );
    expect((await call('bulk', 'items', id, '--outcome', 'done')).stderr).toContain('no swap');
    const exported = await call('swap', 'export', '--metadata', 'batch=cli');
    expect(exported.stdout.split('\n')).toHaveLength(3);
    expect(exported.stdout).toContain(ids[0]);
    const wrong = await call('swap', 'export', '--state', 'setled');
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('settled?') });
  });
});
