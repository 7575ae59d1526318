import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import type { OccurrenceState } from '../../src/core/treasury/occurrence.ts';
import { holdInBlackouts } from '../../src/executor/gate/hold-in-blackouts.ts';
import { feedStart } from '../../src/ports/stores/feed-store.ts';
import type { StoredOccurrence } from '../../src/ports/stores/treasury-store.ts';
import { followRules } from '../../src/treasury/follow-rules.ts';
import { sealJobs } from '../../src/treasury/seals.ts';
import type { TreasuryContext } from '../../src/treasury/treasury-context.ts';
import { type SwapStage, swapStage } from '../e2e/suite/swap-stage.ts';
import { type TestApprovers, testApprovers } from '../support/approvers.ts';
import { policyFrom } from '../support/guard-policy.ts';
import { oneEther, startTestFerryman, type TestFerryman } from '../support/harness.ts';
import { until } from '../support/until.ts';
import { waitFor } from '../support/wait-for.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Schedules and windows of budgets follow a calendar that the tests drive. */
describe('what bounds a treasury rule', () => {
  let sandbox: Sandbox;
  let stage: SwapStage;
  let test: TestFerryman;
  let approvers: TestApprovers;
  let now = Date.parse('2027-03-01T00:00:00Z');
  const clock = { now: () => now };

  beforeAll(async () => {
    sandbox = await startSandbox({ otherChains: [] });
    stage = swapStage(sandbox);
    approvers = testApprovers(['ann', 'ben']);
    const guardPolicy = policyFrom({
      ...sandbox.endpoints.guardPolicy,
      caps: [{ name: 'of capped', window: 'week', count: 1, rule: 'capped' }],
      blackouts: [{ name: 'closed', timeZone: 'UTC', rules: ['dark'] }],
      approvers: approvers.file,
      approvals: [
        {
          when: { rule: 'asked' },
          then: { approvals: 1, of: ['ann', 'ben'], expiresAfter: '24h' },
        },
        { when: { chain: 'ETH' }, then: 'allow' },
        { when: {}, then: 'block' },
      ],
    });
    test = await startTestFerryman({
      endpoints: sandbox.endpoints,
      wallets: ['saver', 'capped', 'stopped', 'dark', 'asked'],
      adjust(options) {
        return { ...options, guardPolicy, treasury: { clock, books: true } };
      },
      working: false,
    });
    await test.ferryman.startWorkers({ roles: ['execute', 'track', 'recover'] });
    for (const address of Object.values(test.wallets))
      await stage.give(address, { native: oneEther });
  });
  afterAll(async () => {
    await test?.close();
    await sandbox?.close();
  });

  const coin = { chain: 'ETH', token: 'native' };
  const receiver = `0x${'4'.repeat(40)}`;
  const dca = (id: string, more: Record<string, unknown> = {}) => ({
    ...{ id, wallet: id, kind: 'recurring', from: coin, to: { chain: 'ETH', token: 'USDC' } },
    ...{ amount: '0.01', slippageBps: 100, receiver },
    schedule: { cron: '0 9 * * *', timeZone: 'UTC' },
    ...more,
  });
  const apply = (body: unknown) => test.ferryman.applyRule({ body, reason: 'test' });

  /** A worker that runs when it is told to, with the journal as it is. */
  const worker = (change: Partial<TreasuryContext> = {}) =>
    followRules({
      ...test.context,
      sealer: test.ferryman.sealer,
      submit: (request) => test.ferryman.submit(request),
      quote: (request) => test.ferryman.quote(request),
      ...change,
    });
  /** It sees no stop and no use of a budget: what it submits meets them later. */
  const blind = () =>
    worker({
      journal: {
        ...test.context.journal,
        capUsage: async () => [],
        findStop: async () => undefined,
      },
    });
  const nextNine = (): number => {
    now = Math.floor(now / day) * day + day + 9 * hour;
    return now;
  };
  const occurrences = (ruleId: string) =>
    test.ferryman.journal.listOccurrences({ ruleId, limit: 100 });
  const statesOf = async (ruleId: string): Promise<OccurrenceState[]> =>
    (await occurrences(ruleId)).map(({ state }) => state);
  /** Runs a worker until the newest occurrence of a rule has ended. */
  async function ended(ruleId: string, by = worker): Promise<StoredOccurrence> {
    return waitFor(async () => {
      await by().run(now);
      const [newest] = await occurrences(ruleId);
      expect(newest?.endedAt).toBeDefined();
      return newest!;
    });
  }
  /** Runs a worker until the newest occurrence has submitted its swap. */
  async function swapOf(ruleId: string, by = worker): Promise<SwapId> {
    return waitFor(async () => {
      await by().run(now);
      const id = (await occurrences(ruleId))[0]?.swaps[0];
      expect(id).toBeDefined();
      return id!;
    });
  }
  const read = async (id: SwapId | undefined) =>
    (await test.ferryman.journal.findSwap(id ?? ('' as SwapId)))?.swap;
  const waitsWith = (id: SwapId, code: string) =>
    until(async () => (await read(id))?.reason?.code === code);
  const sentBy = (wallet: string) => stage.sentBy(test.wallets[wallet] ?? '0x');
  const pause = (id: string) => test.ferryman.pauseRule(id, { by: 'test', reason: 'over' });
  const notices = async (type: string) =>
    (await test.ferryman.journal.readFeed({ after: feedStart, limit: 1_000 })).flatMap((item) =>
      item.kind === 'notice' && item.type === type ? [item.data] : [],
    );

  /** It is eight in the morning, and what has been paid counts no more. */
  function aWeekPasses(): void {
    now = Math.floor(now / day) * day + 7 * day + 8 * hour;
  }

  it('has its balances read while books are kept, also without a rule', async () => {
    const treasury = await test.ferryman.startWorkers({ roles: ['treasury'] });
    const period = { from: 0, until: Date.now() + day, limit: 100 };
    await until(async () => (await test.ferryman.journal.balanceHistory(period)).length > 0);
    await treasury.stop();
  });

  describe('a budget of its own', () => {
    const budget = { window: 'week', amount: '0.015', ...coin };

    it('leaves out what has no room, and acts again when the window has moved on', async () => {
      await apply(dca('saver', { budgets: [budget] }));
      nextNine();
      const first = await ended('saver');
      expect(first).toMatchObject({ state: 'done' });
      expect((await read(first.swaps[0]))?.job.rule).toEqual({
        ...{ id: 'saver', version: 1 },
        budgets: [
          {
            name: '0.015 tokens in a week, chain ETH, token native',
            ...{ window: 'week', chain: 'ETH', token: stage.token('ETH', 'native') },
            bound: { unit: 'amount', amount: '0.015' },
          },
        ],
      });
      nextNine();
      expect(await ended('saver')).toMatchObject({
        ...{ state: 'skipped', code: 'BUDGET' },
        message: expect.stringContaining('has 0.005 tokens of 0.015 tokens left'),
      });
      expect(await sentBy('saver')).toBe(1);
      aWeekPasses();
      nextNine();
      expect(await ended('saver')).toMatchObject({ state: 'done' });
      expect(await sentBy('saver')).toBe(2);
    });

    it('holds at the lease, whatever the worker believes', async () => {
      const instant = nextNine();
      const id = await swapOf('saver', blind);
      await waitsWith(id, 'CAP_REACHED');
      expect((await read(id))?.reason?.message).toContain('of rule saver');
      expect(await sentBy('saver')).toBe(2);
      aWeekPasses();
      await test.ferryman.retry(id);
      await until(async () => {
        await worker().run(now);
        const all = await occurrences('saver');
        return all.find((one) => one.instant === instant)?.state === 'done';
      });
      expect(await sentBy('saver')).toBe(3);
    });

    it('is told of when four fifths are used', async () => {
      aWeekPasses();
      await apply(dca('saver', { budgets: [{ ...budget, name: 'weekly', amount: '0.0125' }] }));
      nextNine();
      expect(await ended('saver')).toMatchObject({ state: 'done' });
      expect(await notices('budget_nearly_used')).toMatchObject([
        { budget: 'weekly', rule: 'saver', used: '0.01 tokens', usedPercent: 80 },
      ]);
    });

    it('is none of jobs that an earlier version froze', async () => {
      const { version } = (await test.ferryman.journal.findRule('saver'))!;
      const [before] = await occurrences('saver');
      const jobs = (before!.jobs as Record<string, unknown>[]).map(
        ({ budgets: _, author: __, ...job }) => job,
      );
      const instant = nextNine();
      const frozen = { ruleId: 'saver', instant, version, jobs };
      const seal = await sealJobs(test.ferryman.sealer, frozen);
      await test.ferryman.journal.beginOccurrence({
        ...{ ruleId: 'saver', version, at: instant },
        now: { instant, kind: 'act', jobs, seal },
      });
      const end = await ended('saver');
      expect(end).toMatchObject({ state: 'done' });
      expect((await read(end.swaps[0]))?.job.rule).toEqual({ id: 'saver', version, budgets: [] });
      await pause('saver');
    });

    it('is refused with every fault at its place', async () => {
      const pointersOf = async (...budgets: object[]): Promise<string[]> => {
        const refused = await apply(dca('faulty', { wallet: 'saver', budgets })).catch(
          (cause: unknown) => cause,
        );
        expect(refused).toMatchObject({ code: 'INVALID_RULE' });
        return (refused as { faults: { pointer: string }[] }).faults.map(({ pointer }) => pointer);
      };
      expect(
        await pointersOf(
          { window: 'unsettled', usd: '1' },
          { window: 'transaction', usd: '1' },
          { window: 'day', usd: '1', wallet: 'other' },
          { window: 'day', usd: '1', count: 1 },
          { window: 'day', amount: '1' },
        ),
      ).toEqual([
        '/budgets/0/window',
        '/budgets/1/window',
        '/budgets/2/wallet',
        '/budgets/3/usd',
        '/budgets/4/token',
      ]);
      expect(
        await pointersOf(
          { window: 'day', count: 1, chain: 'BSC' },
          { window: 'day', amount: '1', chain: 'ETH', token: 'USDC' },
          { window: 'day', amount: '1', chain: 'ETH', token: 'NONE' },
        ),
      ).toEqual(['/budgets/0/chain', '/budgets/1/token', '/budgets/2/token']);
    });
  });

  it('is a cap of the policy on the rule', async () => {
    await apply(dca('capped'));
    nextNine();
    expect(await ended('capped')).toMatchObject({ state: 'done' });
    nextNine();
    const id = await swapOf('capped');
    await waitsWith(id, 'CAP_REACHED');
    expect((await read(id))?.reason?.message).toContain('of capped');
    expect(await sentBy('capped')).toBe(1);
    await test.ferryman.cancel(id);
    expect(await ended('capped')).toMatchObject({ state: 'failed' });
    await pause('capped');
  });

  it('is a stop of the rule', async () => {
    await apply(dca('stopped'));
    const stop = { scope: 'rule', subject: 'stopped', by: 'a person', reason: 'a drill' } as const;
    await test.ferryman.journal.setSwitch({ ...stop, stopped: true });
    nextNine();
    expect(await ended('stopped')).toMatchObject({ state: 'skipped', code: 'STOPPED' });
    nextNine();
    const id = await swapOf('stopped', blind);
    await waitsWith(id, 'SIGNING_STOPPED');
    expect((await read(id))?.reason?.message).toContain('rule stopped: a drill');
    expect(await sentBy('stopped')).toBe(0);
    await test.ferryman.journal.setSwitch({ ...stop, stopped: false });
    expect(await ended('stopped')).toMatchObject({ state: 'done' });
    await pause('stopped');
  });

  it('is a blackout of the rule', async () => {
    await apply(dca('dark'));
    nextNine();
    const seeing = () => worker({ journal: holdInBlackouts(test.context.journal, test.context) });
    expect(await ended('dark', seeing)).toMatchObject({
      ...{ state: 'skipped', code: 'STOPPED' },
      message: expect.stringContaining('the blackout closed'),
    });
    nextNine();
    const id = await swapOf('dark', blind);
    await waitsWith(id, 'BLACKOUT');
    expect(await sentBy('dark')).toBe(0);
    await test.ferryman.cancel(id);
    await pause('dark');
  });

  it('is a row of approvals for the rule, whose author approves nothing', async () => {
    await test.ferryman.applyRule({
      ...{ body: dca('asked'), by: { id: 'key_author' }, byName: 'ann', reason: 'test' },
    });
    nextNine();
    const id = await swapOf('asked');
    await until(async () => (await read(id))?.state === 'awaiting_approval');
    expect((await read(id))?.job.rule).toMatchObject({ id: 'asked', author: 'ann' });
    const [approval] = await test.ferryman.journal.listApprovals({ swapId: id, limit: 10 });
    expect(approval).toMatchObject({ rule: 'G15', requesters: ['API key key_author'] });
    const { challenges } = await test.ferryman.readVotes(approval!.id);
    const vote = (name: string, by: string) =>
      test.ferryman.voteOnPayment({
        ...{ id: approval!.id, decision: 'approve', reason: 'as agreed', by },
        assertion: approvers.passkeyOf(name).sign(challenges.approve),
      });
    // Neither by name with any key, nor by key.
    await expect(vote('ann', 'API key key_other')).rejects.toMatchObject({
      code: 'APPROVAL_OF_OWN_SWAP',
    });
    await expect(vote('ben', 'API key key_author')).rejects.toMatchObject({
      code: 'APPROVAL_OF_OWN_SWAP',
    });
    expect(await sentBy('asked')).toBe(0);
    await vote('ben', 'API key key_other');
    expect(await ended('asked')).toMatchObject({ state: 'done' });
    expect(await sentBy('asked')).toBe(1);
    expect(await statesOf('asked')).toEqual(['done']);
    await pause('asked');
  });
});
