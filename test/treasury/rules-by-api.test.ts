import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { ferryman } from '../cli/io-for-test.ts';
import { startTestFerryman, type TestFerryman } from '../support/harness.ts';
import { serveTestApi, type TestApi } from '../support/serve-test-api.ts';

let sandbox: Sandbox;
let test: TestFerryman;
let api: TestApi;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-rules-'));
  sandbox = await startSandbox({ otherChains: [] });
  test = await startTestFerryman({
    endpoints: sandbox.endpoints,
    wallets: ['main'],
    working: false,
  });
  api = await serveTestApi(test.ferryman);
});
afterAll(async () => {
  await api?.close();
  await test?.close();
  await sandbox?.close();
  await rm(folder, { recursive: true, force: true });
});

const run = (...words: string[]) => ferryman(words, { folder, environment: api.environment });

const weekly = {
  ...{ id: 'weekly-eth', kind: 'recurring', wallet: 'main', usd: '50', slippageBps: 50 },
  schedule: { cron: '0 9 * * 1', timeZone: 'Europe/Zurich' },
  from: { chain: 'ETH', token: 'USDC' },
  to: { chain: 'ETH', token: 'native' },
  receiver: '0x2222222222222222222222222222222222222222',
};

async function apply(rule: unknown, name = 'rule.json') {
  const path = join(folder, name);
  await writeFile(path, JSON.stringify(rule));
  return run('treasury', 'rules', 'apply', path, '--reason', 'first of all', '--json');
}

it('applies a rule of a file, keeps its versions, and pauses and resumes it', async () => {
  const applied = await apply(weekly);
  expect(applied).toMatchObject({ code: 0 });
  expect(JSON.parse(applied.stdout)).toMatchObject({
    isNew: true,
    rule: { id: 'weekly-eth', version: 1, reason: 'first of all', failures: 0 },
  });
  expect(JSON.parse((await apply(weekly)).stdout)).toMatchObject({ isNew: false });
  await apply({ ...weekly, usd: '60' });
  const shown = await run('treasury', 'rules', 'show', 'weekly-eth', '--json');
  const { rule, versions } = JSON.parse(shown.stdout);
  expect(rule).toMatchObject({ version: 2, rule: { usd: '60', pauseAfterFailures: 3 } });
  expect(versions.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
  // Mondays at nine in Zurich.
  expect(new Date(rule.nextAt).getUTCDay()).toBe(1);
  expect(['07:00', '08:00']).toContain(rule.nextAt.slice(11, 16));

  const paused = await run('treasury', 'rules', 'pause', 'weekly-eth', '--reason', 'holidays');
  expect(paused.stdout).toContain('holidays');
  const list = await run('treasury', 'rules', 'list');
  expect(list.stdout).toMatch(/weekly-eth\s+recurring\s+2\s+paused/);
  await run('treasury', 'rules', 'resume', 'weekly-eth', '--reason', 'back', '--yes');
  expect((await api.get('/v1/treasury/rules')).body.rules[0].paused).toBeUndefined();
  const acts = (await api.get('/v1/audit')).body.entries.map(
    ({ action, reason }: { action: string; reason: string }) => `${action}: ${reason}`,
  );
  expect(acts).toEqual(
    expect.arrayContaining([
      'applyTreasuryRule: first of all',
      'pauseTreasuryRule: holidays',
      'resumeTreasuryRule: back',
    ]),
  );
});

it('stores nothing of a rule with faults, and names each', async () => {
  const refused = await apply({ ...weekly, id: 'faulty', wallet: 'nobody', surprise: 1 });
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain('surprise');
  const unknown = await apply({ ...weekly, id: 'faulty', wallet: 'nobody' });
  expect(unknown.stderr).toContain('there is no evm wallet named nobody');
  expect((await api.get('/v1/treasury/rules/faulty')).status).toBe(404);
});

it('takes a payroll from a CSV', async () => {
  const { usd: _, receiver: __, ...rest } = weekly;
  const line = '0x3333333333333333333333333333333333333333,20,Anna';
  await writeFile(join(folder, 'pay.csv'), `receiver,amount,name\n${line}\n`);
  const applied = await apply({ ...rest, id: 'salaries', kind: 'payroll', csv: 'pay.csv' });
  expect(JSON.parse(applied.stdout).rule.rule.payments).toEqual([
    { receiver: '0x3333333333333333333333333333333333333333', amount: '20' },
  ]);
});

it('lists what rules did', async () => {
  const rule = await test.ferryman.journal.findRule('weekly-eth');
  const instant = (rule?.consideredUntil ?? 0) + 60_000;
  await test.ferryman.journal.beginOccurrence({
    ...{ ruleId: 'weekly-eth', version: 2, at: instant },
    now: { instant, kind: 'skip', reason: { code: 'BALANCE', message: 'too little' } },
  });
  const listed = await run('treasury', 'occurrences', '--rule', 'weekly-eth');
  expect(listed.stdout).toMatch(/weekly-eth\s+skipped/);
  expect(listed.stdout).toContain('BALANCE: too little');
  expect((await api.get('/v1/treasury/occurrences?limit=1')).body.occurrences).toHaveLength(1);
});
