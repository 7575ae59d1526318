import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { batchChallenge, batchOf } from '../../src/core/approvals/payment-batch.ts';
import type { VoteDecision } from '../../src/core/approvals/payment-envelope.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { followRules } from '../../src/treasury/follow-rules.ts';
import { ferryman } from '../cli/io-for-test.ts';
import { type TestApprovers, testApprovers } from '../support/approvers.ts';
import { policyFrom } from '../support/guard-policy.ts';
import { oneEther, startTestFerryman, type TestFerryman } from '../support/harness.ts';
import { serveTestApi, type TestApi } from '../support/serve-test-api.ts';
import { type SignerApart, signerApart } from '../support/signer-apart.ts';
import { waitFor } from '../support/wait-for.ts';
import { type SwapStage, swapStage } from './suite/swap-stage.ts';

const day = 86_400_000;
const hour = 3_600_000;

/** A payroll from a CSV, paid by a worker whose signer is apart and judges by its own policy. */
describe('a payroll that needs two of three approvals', () => {
  let sandbox: Sandbox;
  let databaseUrl = '';
  let stage: SwapStage;
  let test: TestFerryman;
  let api: TestApi;
  let apart: SignerApart;
  let approvers: TestApprovers;
  let folder: string;
  let approver: { authorization: string };
  let now = Date.parse('2027-03-01T00:00:00Z');
  /** Of the rules' worker alone: the signer apart knows no other calendar than the machine's clock. */
  const calendar = { now: () => now };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferryman-payroll-'));
    sandbox = await startSandbox({ otherChains: [] });
    stage = swapStage(sandbox);
    approvers = testApprovers(['ann', 'ben', 'cleo']);
    const demand = { approvals: 2, of: ['ann', 'ben', 'cleo'], expiresAfter: '24h' };
    const guardPolicy = policyFrom({
      ...sandbox.endpoints.guardPolicy,
      approvers: approvers.file,
      approvals: [
        { when: { chain: 'ETH' }, then: demand },
        { when: {}, then: 'block' },
      ],
    });
    apart = await signerApart();
    test = await startTestFerryman({
      endpoints: sandbox.endpoints,
      wallets: ['payer'],
      adjust(options) {
        databaseUrl = options.databaseUrl ?? '';
        return apart.adopt({ ...options, guardPolicy });
      },
      working: false,
    });
    await test.ferryman.startWorkers({ roles: ['execute', 'track', 'recover'] });
    await stage.give(test.wallets.payer ?? '', { native: 10n * oneEther });
    api = await serveTestApi(test.ferryman);
    const { body } = await api.postTo('/v1/keys', { scopes: ['view', 'approve'] });
    approver = { authorization: `Bearer ${body.secret}` };
  });
  afterAll(async () => {
    await api?.close();
    await test?.close();
    await apart?.close();
    await sandbox?.close();
    await rm(folder, { recursive: true, force: true });
  });

  let receivers = 0;
  const newReceiver = (): `0x${string}` => {
    receivers += 1;
    return `0x${(0x4444_0000 + receivers).toString(16).padStart(40, '5')}`;
  };

  interface Payroll {
    path: string;
    receivers: readonly `0x${string}`[];
    swaps: readonly SwapId[];
  }

  /** Three lines that all wait for approvals. */
  async function payroll(id: string): Promise<Payroll> {
    const lines = [newReceiver(), newReceiver(), newReceiver()];
    const csv = lines.map((receiver, at) => `${receiver},0.0${at + 1}`).join('\n');
    await writeFile(join(folder, 'pay.csv'), `receiver,amount\n${csv}\n`);
    const rule = {
      ...{ id, kind: 'payroll', wallet: 'payer', csv: 'pay.csv', slippageBps: 100 },
      schedule: { cron: '0 9 * * *', timeZone: 'UTC' },
      from: { chain: 'ETH', token: 'native' },
      to: { chain: 'ETH', token: 'USDC' },
    };
    const file = join(folder, `${id}.json`);
    await writeFile(file, JSON.stringify(rule));
    const words = ['treasury', 'rules', 'apply', file, '--reason', 'the payroll'];
    const applied = await ferryman(words, { folder, environment: api.environment });
    expect(applied.code, applied.stderr).toBe(0);
    now = Math.floor(now / day) * day + day + 9 * hour;
    const worker = followRules({
      ...test.context,
      ...{ calendar, sealer: test.ferryman.sealer },
      submit: (request) => test.ferryman.submit(request),
      quote: (request) => test.ferryman.quote(request),
    });
    await worker.run(now);
    const path = `/v1/approval-batches/${id}@${new Date(now).toISOString()}`;
    await waitFor(async () => {
      const { body } = await api.get(path);
      expect(body.signing, JSON.stringify(body)).toBeDefined();
    });
    await test.ferryman.pauseRule(id, { by: 'test', reason: 'once is enough' });
    const { body } = await api.get(path);
    const swaps = body.lines.map(({ swapId }: { swapId: SwapId }) => swapId);
    return { path, receivers: lines, swaps };
  }

  const read = async ({ path }: Payroll) => (await api.get(path)).body;

  async function vote(
    { path }: Payroll,
    name: string,
    { decision = 'approve', change = {} }: { decision?: VoteDecision; change?: object } = {},
  ) {
    const { signing } = (await api.get(path)).body;
    const assertion = approvers.passkeyOf(name).sign(signing.challenges[decision]);
    const { envelopes } = signing;
    const body = { decision, reason: 'as agreed', assertion, envelopes, ...change };
    return api.postTo(`${path}/votes`, body, approver);
  }

  async function comesTo(id: SwapId | undefined, state: string) {
    return waitFor(async () => {
      const { body } = await api.get(`/v1/swaps/${id}`);
      expect(body.swap.state, JSON.stringify(body.swap.reason)).toBe(state);
      return body.swap;
    });
  }

  const sent = () => stage.sentBy((test.wallets.payer ?? '0x') as `0x${string}`);
  const paidTo = (receiver: `0x${string}`) => stage.balanceOf('ETH', 'USDC', receiver);

  /** An attacker who writes what he wants to the database, past its laws. */
  async function attack(statement: string, values: readonly unknown[]): Promise<void> {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      await client.query('set session_replication_role = replica');
      const { rowCount } = await client.query(statement, [...values]);
      expect(rowCount).toBe(1);
    } finally {
      await client.end();
    }
  }

  it('is paid once each of two approvers has signed once', async () => {
    const whole = await payroll('salaries');
    const instant = new Date(now).toISOString();
    const open = async (query = '') =>
      (await api.get(`/v1/approvals?state=open${query}`)).body.approvals;
    expect(await open()).toHaveLength(3);
    expect(await open('&single=true')).toEqual([]);
    expect((await api.get('/v1/approval-batches')).body.batches).toMatchObject([
      { rule: 'salaries', instant, id: `salaries@${instant}`, swaps: 3 },
    ]);
    const shown = await read(whole);
    expect(shown).toMatchObject({
      ...{ preparing: 0, needed: 2, missing: 2, of: ['ann', 'ben', 'cleo'], votes: [] },
      sums: {
        payments: 3,
        pays: [{ symbol: 'ETH', maximumBaseUnits: `${(oneEther * 6n) / 100n}` }],
      },
    });
    expect(
      shown.lines.map(({ envelope }: { envelope: { to: { receiver: string } } }) =>
        envelope.to.receiver.toLowerCase(),
      ),
    ).toEqual(whole.receivers);

    expect(await vote(whole, 'ann')).toMatchObject({
      status: 200,
      body: { missing: 1, votes: [{ approver: 'ann', decision: 'approve', payments: 3 }] },
    });
    // The same person again is no second one.
    expect((await vote(whole, 'ann')).body.missing).toBe(1);
    const world = { folder, environment: api.environment };
    const listed = await ferryman(['approvals', 'batches'], world);
    expect(listed.stdout).toMatch(/salaries@2027-\S+ +3/);
    const { stdout } = await ferryman(['approvals', 'batch', 'salaries'], world);
    expect(stdout).toContain('at most 0.06 ETH on ETH');
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /needs 2 of ann, ben, cleo; 1 missing .* vote ann: approve, on 3 payments/,
    );
    for (const receiver of whole.receivers) expect(stdout.toLowerCase()).toContain(receiver);
    expect(await sent()).toBe(0);

    const { signing } = await read(whole);
    const assertion = approvers.passkeyOf('ben').sign(signing.challenges.approve);
    const { envelopes } = signing;
    const last = { decision: 'approve', reason: 'as agreed', assertion, envelopes };
    expect((await api.postTo(`${whole.path}/votes`, last, approver)).status).toBe(200);
    // The answer was lost, and the same is sent again.
    expect((await api.postTo(`${whole.path}/votes`, last, approver)).status).toBe(200);
    for (const id of whole.swaps) await comesTo(id, 'settled');
    for (const receiver of whole.receivers) expect(await paidTo(receiver)).toBeGreaterThan(0n);
    expect(await sent()).toBe(3);
    expect((await api.get('/v1/approval-batches')).body.batches).toEqual([]);
    const subject = encodeURIComponent(`approval batch salaries@${instant}`);
    const { body: log } = await api.get(`/v1/audit?subject=${subject}`);
    expect(log.entries[0]).toMatchObject({
      action: 'voteOnBatch',
      data: { decision: 'approve', payments: 3, root: batchOf(envelopes).root },
    });
  });

  it('pays nothing on a line whose receiver was changed in the database since', async () => {
    const before = await sent();
    const whole = await payroll('attacked');
    await vote(whole, 'ann');
    const [attacker, [first, second, third]] = [newReceiver(), whole.swaps];
    const change = `update swaps set receiver = $2, job = jsonb_set(job::jsonb, '{receiver}', to_jsonb($2::text)) where id = $1`;
    await attack(change, [second, attacker]);
    await vote(whole, 'ben');
    await comesTo(first, 'settled');
    await comesTo(third, 'settled');
    expect(await comesTo(second, 'failed')).toMatchObject({ fundsState: 'untouched' });
    expect(await paidTo(attacker)).toBe(0n);
    expect(await sent()).toBe(before + 2);
  });

  it('has no votes on an envelope that was changed in the database since', async () => {
    const before = await sent();
    const whole = await payroll('altered');
    await vote(whole, 'ann');
    const [, second] = whole.swaps;
    const lines = (await read(whole)).lines as { swapId: SwapId; approvalId: string }[];
    const id = lines.find(({ swapId }) => swapId === second)?.approvalId;
    await attack(
      `update approvals set item = jsonb_set(item, '{envelope,to,minimumBaseUnits}', '"1"') where id = $1`,
      [id],
    );
    // Whoever signs now sees what it says, and alone is not enough.
    await vote(whole, 'ben');
    await comesTo(whole.swaps[0], 'settled');
    await comesTo(whole.swaps[2], 'settled');
    // The guard asks for its approvers once more.
    await waitFor(async () => {
      const again = (await read(whole)).lines[1];
      expect(again).toMatchObject({ standing: 'waiting', missing: 2 });
      expect(again.approvalId).not.toBe(id);
    });
    expect(await sent()).toBe(before + 2);
    // That payment alone is left of the batch.
    expect((await read(whole)).signing.envelopes).toHaveLength(1);
    await vote(whole, 'ben');
    await vote(whole, 'cleo');
    await comesTo(second, 'settled');
    expect(await sent()).toBe(before + 3);
  });

  it('is signed as a whole, and as nothing else', async () => {
    const whole = await payroll('whole');
    const { signing, lines } = await read(whole);
    const ann = approvers.passkeyOf('ann');
    const signed = (challenge: string, envelopes: readonly string[]) =>
      vote(whole, 'ann', { change: { assertion: ann.sign(challenge), envelopes } });
    const part = signing.envelopes.slice(1);
    expect(await signed(batchChallenge(batchOf(part), 'approve'), part)).toMatchObject({
      status: 409,
      body: { code: 'BATCH_CHANGED' },
    });
    const { body: single } = await api.get(`/v1/approvals/${lines[0].approvalId}/votes`);
    const [one] = signing.envelopes;
    const stranger = testApprovers(['ann']).passkeyOf('ann');
    for (const answer of [
      // Another list, another decision, a vote on one payment alone, another passkey.
      await signed(signing.challenges.approve, part),
      await signed(signing.challenges.reject, signing.envelopes),
      await signed(single.signing.challenges.approve, [one]),
      await vote(whole, 'ann', {
        change: { assertion: stranger.sign(signing.challenges.approve) },
      }),
    ])
      expect(answer).toMatchObject({ status: 422, body: { code: 'VOTE_INVALID' } });
    expect(await read(whole)).toMatchObject({ missing: 2, votes: [] });

    // One approver who rejects is enough.
    expect((await vote(whole, 'cleo', { decision: 'reject' })).status).toBe(200);
    for (const id of whole.swaps)
      expect(await comesTo(id, 'failed')).toMatchObject({
        fundsState: 'untouched',
        reason: { code: 'APPROVAL_REJECTED' },
      });
  });

  it('goes on without a line that was rejected alone', async () => {
    const before = await sent();
    const whole = await payroll('shorter');
    await vote(whole, 'ann');
    const [line] = (await read(whole)).lines;
    const path = `/v1/approvals/${line.approvalId}/votes`;
    const { body } = await api.get(path);
    const assertion = approvers.passkeyOf('cleo').sign(body.signing.challenges.reject);
    await api.postTo(path, { decision: 'reject', reason: 'has left', assertion }, approver);
    await comesTo(whole.swaps[0], 'failed');
    await vote(whole, 'ben');
    await comesTo(whole.swaps[1], 'settled');
    await comesTo(whole.swaps[2], 'settled');
    expect(await sent()).toBe(before + 2);
  });
});
