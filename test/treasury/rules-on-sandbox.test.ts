import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import type { OccurrenceState } from '../../src/core/treasury/occurrence.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import type { StoredOccurrence } from '../../src/ports/stores/treasury-store.ts';
import { followRules } from '../../src/treasury/follow-rules.ts';
import type { TreasuryContext } from '../../src/treasury/treasury-context.ts';
import { oneUsd, type SwapStage, swapStage } from '../e2e/suite/swap-stage.ts';
import { oneEther, startTestFerryman, type TestFerryman } from '../support/harness.ts';
import { until } from '../support/until.ts';
import { waitFor } from '../support/wait-for.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** By a clock that the tests drive: schedules follow it, and the chains do not. */
describe('treasury rules on real chains', () => {
  let sandbox: Sandbox;
  let stage: SwapStage;
  let test: TestFerryman;
  let now = Date.parse('2027-03-01T00:00:00Z');
  const clock = { now: () => now };

  beforeAll(async () => {
    sandbox = await startSandbox({ otherChains: [] });
    stage = swapStage(sandbox);
    test = await startTestFerryman({
      endpoints: sandbox.endpoints,
      wallets: ['dca', 'raced', 'killed', 'swept', 'tank', 'source', 'mixed', 'payer', 'refused'],
      adjust: (options) => ({ ...options, treasury: { clock } }),
      working: false,
    });
    await test.ferryman.startWorkers({ roles: ['execute', 'track', 'recover'] });
  });
  afterAll(async () => {
    await test?.close();
    await sandbox?.close();
  });

  const usdc = () => ({ chain: 'ETH', token: 'USDC' });
  const coin = { chain: 'ETH', token: 'native' };
  const addressOf = (wallet: string): `0x${string}` => test.wallets[wallet] ?? '0x';
  let receivers = 0;
  /** An address that has nothing. */
  const newReceiver = (): `0x${string}` => {
    receivers += 1;
    return `0x${(0x4444_0000 + receivers).toString(16).padStart(40, '5')}`;
  };
  const give = (wallet: string, funds: Record<string, bigint>) =>
    stage.give(addressOf(wallet), { native: oneEther, ...funds });

  const ruleOf = (id: string, rest: Record<string, unknown>) => ({
    ...{ id, wallet: id, schedule: { cron: '0 9 * * *', timeZone: 'UTC' } },
    // A target bounds its trades by their cost.
    ...(rest.kind === 'target' ? {} : { slippageBps: 100 }),
    ...rest,
  });
  const apply = (id: string, rest: Record<string, unknown>) =>
    test.ferryman.applyRule({ body: ruleOf(id, rest), reason: 'test' });
  const dca = (receiver: string) => ({
    ...{ kind: 'recurring', from: coin, to: usdc(), amount: '0.01', receiver },
  });

  /** A worker that runs when it is told to. */
  const worker = (change: Partial<TreasuryContext> = {}) =>
    followRules({
      ...test.context,
      sealer: test.ferryman.sealer,
      submit: (request) => test.ferryman.submit(request),
      quote: (request) => test.ferryman.quote(request),
      ...change,
    });
  /** What submits jobs, but for the first one: its chain does not answer. */
  const notAtFirst = (): TreasuryContext['submit'] => {
    let calls = 0;
    return async (request) => {
      calls += 1;
      if (calls > 1) return test.ferryman.submit(request);
      throw new FerrymanError('CHAIN_UNAVAILABLE', 'the chain does not answer: test');
    };
  };
  const nextNine = (): number => {
    now = Math.floor(now / day) * day + day + 9 * hour;
    return now;
  };
  const occurrences = (ruleId: string) =>
    test.ferryman.journal.listOccurrences({ ruleId, limit: 100 });
  const statesOf = async (ruleId: string): Promise<OccurrenceState[]> =>
    (await occurrences(ruleId)).map(({ state }) => state);
  /** Runs a worker until the newest occurrence of a rule has ended. */
  async function ended(ruleId: string): Promise<StoredOccurrence> {
    return waitFor(async () => {
      await worker().run(now);
      const [newest] = await occurrences(ruleId);
      expect(newest?.endedAt).toBeDefined();
      return newest!;
    });
  }
  const swapOf = async (id: SwapId | undefined) =>
    (await test.ferryman.journal.findSwap(id ?? ('' as SwapId)))?.swap;

  it('swaps a fixed amount when the time comes, once, and again the next day', async () => {
    await give('dca', {});
    const receiver = newReceiver();
    await apply('dca', dca(receiver));
    const treasury = await test.ferryman.startWorkers({ roles: ['treasury'] });
    nextNine();
    await until(async () => (await statesOf('dca'))[0] === 'done');
    const [first] = await occurrences('dca');
    expect(first).toMatchObject({ instant: now, version: 1, swaps: [expect.any(String)] });
    const swap = await swapOf(first?.swaps[0]);
    expect(swap).toMatchObject({
      state: 'settled',
      idempotencyKey: `treasury:dca:${new Date(now).toISOString()}:0`,
      job: { metadata: { rule: 'dca', occurrence: new Date(now).toISOString() } },
    });
    const bought = await stage.balanceOf('ETH', 'USDC', receiver);
    expect(bought).toBeGreaterThan(0n);
    nextNine();
    await until(async () => (await statesOf('dca')).slice(0, 2).join() === 'done,done');
    expect(await stage.balanceOf('ETH', 'USDC', receiver)).toBeGreaterThan(bought);
    await treasury.stop();
    await test.ferryman.pauseRule('dca', { by: 'test', reason: 'over' });
  });

  it('acts once with several workers at the same instant', async () => {
    await give('raced', {});
    await apply('raced', dca(newReceiver()));
    const instant = nextNine();
    await Promise.all(
      Array.from({ length: 5 }, (_, index) => worker({ holder: `w${index}` }).run(instant)),
    );
    const end = await ended('raced');
    expect(end).toMatchObject({ state: 'done', instant });
    expect(end.swaps).toHaveLength(1);
    expect(await stage.sentBy(addressOf('raced'))).toBe(1);
    await test.ferryman.pauseRule('raced', { by: 'test', reason: 'over' });
  });

  it('goes on from the frozen jobs after a worker died between the insert and the submission', async () => {
    await give('killed', {});
    const { amount: _, ...byValue } = dca(newReceiver());
    await apply('killed', { ...byValue, usd: '20' });
    const instant = nextNine();
    // A process that died: its submission never returns.
    void worker({ submit: () => new Promise(() => undefined) }).run(instant);
    await until(async () => (await statesOf('killed'))[0] === 'acting');
    const [frozen] = await occurrences('killed');
    const dearer: TreasuryContext['guard'] = {
      ...test.context.guard,
      worthOf: () => ({ usdE18: 10n ** 24n }),
    };
    await worker({ guard: dearer }).run(instant + 1_000);
    const end = await ended('killed');
    expect(end).toMatchObject({ state: 'done', jobs: frozen?.jobs });
    const [job] = frozen!.jobs as { amount: string }[];
    const swap = await swapOf(end.swaps[0]);
    expect(swap?.job.amount).toBe(BigInt(Math.round(Number(job?.amount) * 1e6)) * 10n ** 12n);
    expect(await stage.sentBy(addressOf('killed'))).toBe(1);
    await test.ferryman.pauseRule('killed', { by: 'test', reason: 'over' });
  });

  it('gives up frozen jobs that an outage kept from becoming swaps', async () => {
    await apply('late', { ...dca(newReceiver()), wallet: 'killed' });
    const instant = nextNine();
    const unavailable = async () => {
      throw new FerrymanError('CHAIN_UNAVAILABLE', 'the chain does not answer: test');
    };
    await worker({ submit: unavailable }).run(instant);
    expect(await statesOf('late')).toEqual(['acting']);
    now = instant + 2 * day + hour;
    await worker().run(now);
    const [, late] = await occurrences('late');
    expect(late).toMatchObject({ state: 'failed', code: 'MISSED', instant, swaps: [] });
    expect(await stage.sentBy(addressOf('killed'))).toBe(1);
    await test.ferryman.pauseRule('late', { by: 'test', reason: 'over' });
  });

  it('does nothing later that an outage missed', async () => {
    await apply('missed', { ...dca(newReceiver()), wallet: 'raced' });
    now = Math.floor(now / day) * day + 4 * day + 12 * hour;
    await worker().run(now);
    const [missed, ...others] = await occurrences('missed');
    expect(others).toEqual([]);
    expect(missed).toMatchObject({ state: 'missed', swaps: [], missed: { count: 4 } });
    await test.ferryman.pauseRule('missed', { by: 'test', reason: 'over' });
  });

  it('sweeps what is above the reserve', async () => {
    await give('swept', { USDC: 500n * oneUsd });
    await apply('swept', {
      ...{ kind: 'sweep', from: usdc(), to: coin, reserve: '120.5', receiver: newReceiver() },
    });
    nextNine();
    expect(await ended('swept')).toMatchObject({ state: 'done' });
    expect(await stage.balanceOf('ETH', 'USDC', addressOf('swept'))).toBe(120_500_000n);
    nextNine();
    expect(await ended('swept')).toMatchObject({ state: 'skipped', code: 'NOT_NEEDED' });
    await test.ferryman.pauseRule('swept', { by: 'test', reason: 'over' });
  });

  it('sells nothing twice where two rules are due at the same instant', async () => {
    await give('swept', { USDC: 500n * oneUsd });
    const sweep = { kind: 'sweep', wallet: 'swept', from: usdc(), to: coin, reserve: '100' };
    for (const id of ['swept-a', 'swept-b']) await apply(id, { ...sweep, receiver: newReceiver() });
    await worker().run(nextNine());
    expect((await occurrences('swept-a'))[0]?.jobs).toHaveLength(1);
    expect((await occurrences('swept-b'))[0]).toMatchObject({ code: 'NOT_NEEDED' });
    expect(await ended('swept-a')).toMatchObject({ state: 'done' });
    await give('swept', { USDC: 500n * oneUsd });
    await worker({ submit: notAtFirst() }).run(nextNine());
    expect((await occurrences('swept-a'))[0]?.state).toBe('acting');
    expect((await occurrences('swept-b'))[0]).toMatchObject({ code: 'NOT_NEEDED' });
    expect(await ended('swept-a')).toMatchObject({ state: 'done' });
    for (const id of ['swept-a', 'swept-b'])
      await test.ferryman.pauseRule(id, { by: 'test', reason: 'over' });
  });

  it('tops a gas tank up, and leaves it alone once it is full', async () => {
    await give('source', { USDC: 5_000n * oneUsd });
    const tank = newReceiver();
    await apply('tank', {
      ...{ kind: 'top-up', wallet: 'source', from: usdc(), chain: 'ETH', receiver: tank },
      ...{ below: '0.05', upTo: '0.1', highestPriceUsd: '1000000' },
    });
    nextNine();
    expect(await ended('tank')).toMatchObject({ state: 'done' });
    const there = await stage.client('ETH').getBalance({ address: tank });
    expect(there).toBeGreaterThan((9n * oneEther) / 100n);
    nextNine();
    expect(await ended('tank')).toMatchObject({ state: 'skipped', code: 'NOT_NEEDED' });
    await test.ferryman.pauseRule('tank', { by: 'test', reason: 'over' });
  });

  it('tops a gas tank up once where two rules are due at the same instant', async () => {
    await give('source', { USDC: 5_000n * oneUsd });
    const topUp = {
      ...{ kind: 'top-up', wallet: 'source', from: usdc(), chain: 'ETH', receiver: newReceiver() },
      ...{ below: '0.05', upTo: '0.1', highestPriceUsd: '1000000' },
    };
    for (const id of ['tank-a', 'tank-b']) await apply(id, topUp);
    // The first rule's job is no swap yet.
    await worker({ submit: notAtFirst() }).run(nextNine());
    expect((await occurrences('tank-a'))[0]?.state).toBe('acting');
    expect((await occurrences('tank-b'))[0]).toMatchObject({ code: 'NO_PRICE' });
    expect(await ended('tank-a')).toMatchObject({ state: 'done' });
    for (const id of ['tank-a', 'tank-b'])
      await test.ferryman.pauseRule(id, { by: 'test', reason: 'over' });
    // The swap is not quoted, or is quoted, or has arrived: it counts.
    const other = { ...topUp, receiver: newReceiver() };
    for (const id of ['tank-c', 'tank-d']) await apply(id, other);
    await worker().run(nextNine());
    expect((await occurrences('tank-d'))[0]).toMatchObject({ code: 'NOT_NEEDED' });
    expect(await ended('tank-c')).toMatchObject({ state: 'done' });
    for (const id of ['tank-c', 'tank-d'])
      await test.ferryman.pauseRule(id, { by: 'test', reason: 'over' });
  });

  it('trades to the target, and rests inside the band', async () => {
    await give('mixed', { USDC: 1_000n * oneUsd, USDT: 100n * oneUsd });
    await apply('mixed', {
      ...{ kind: 'target', bandBps: 300, tradeTo: 'centre' },
      assets: [
        { ...usdc(), shareBps: 5_000 },
        { chain: 'ETH', token: 'USDT', shareBps: 5_000 },
      ],
      ...{ minimumTradeUsd: '10', maximumCostBps: 200, cooldown: '1h' },
    });
    nextNine();
    expect(await ended('mixed')).toMatchObject({ state: 'done' });
    expect(await stage.balanceOf('ETH', 'USDC', addressOf('mixed'))).toBe(550n * oneUsd);
    expect(await stage.balanceOf('ETH', 'USDT', addressOf('mixed'))).toBeGreaterThan(530n * oneUsd);
    nextNine();
    expect(await ended('mixed')).toMatchObject({ state: 'skipped', code: 'IN_BAND' });
    const mixed = (await test.ferryman.journal.findRule('mixed'))?.body as Record<string, unknown>;
    await apply('mixed', { ...mixed, maximumCostBps: 1, bandBps: 0, minimumTradeUsd: '0.1' });
    await give('mixed', { USDC: 1_000n * oneUsd });
    nextNine();
    expect(await ended('mixed')).toMatchObject({
      ...{ state: 'skipped', code: 'COST' },
      message: expect.stringContaining('the rule’s highest cost leaves'),
    });
    await test.ferryman.pauseRule('mixed', { by: 'test', reason: 'over' });
  });

  it('pays each line of a payroll', async () => {
    await give('payer', { USDC: 300n * oneUsd });
    const payments = [newReceiver(), newReceiver(), newReceiver()].map((receiver, index) => ({
      receiver,
      amount: `${(index + 1) * 20}`,
    }));
    await apply('payer', {
      ...{ kind: 'payroll', from: usdc(), to: { chain: 'ETH', token: 'USDT' }, payments },
    });
    nextNine();
    const end = await ended('payer');
    expect(end).toMatchObject({ state: 'done' });
    expect(end.swaps).toHaveLength(3);
    expect(await stage.balanceOf('ETH', 'USDC', addressOf('payer'))).toBe(180n * oneUsd);
    for (const { receiver } of payments)
      expect(await stage.balanceOf('ETH', 'USDT', receiver)).toBeGreaterThan(0n);
    await test.ferryman.pauseRule('payer', { by: 'test', reason: 'over' });
  });

  it('pauses a rule that fails repeatedly, and follows it again once a person resumes it', async () => {
    await give('refused', {});
    await apply('refused', { ...dca(newReceiver()), pauseAfterFailures: 2 });
    const refusing = worker({
      submit: async () => {
        throw new FerrymanError('INVALID_JOB', 'the job is malformed: test');
      },
    });
    await refusing.run(nextNine());
    await refusing.run(nextNine());
    await worker().run(nextNine());
    expect(await statesOf('refused')).toEqual(['skipped', 'failed', 'failed']);
    expect((await occurrences('refused'))[0]).toMatchObject({ code: 'PAUSED' });
    await test.ferryman.resumeRule('refused');
    nextNine();
    expect(await ended('refused')).toMatchObject({ state: 'done' });
    await test.ferryman.pauseRule('refused', { by: 'test', reason: 'over' });
  });

  it('lets a key with limits put no rule in the place of one that it may not use', async () => {
    await apply('owned', { ...dca(newReceiver()), wallet: 'dca' });
    const change = (wallet: string) =>
      test.ferryman.applyRule({
        body: ruleOf('owned', { ...dca(newReceiver()), wallet }),
        ...{ by: { id: 'key_1', wallets: ['payer'] }, reason: 'test' },
      });
    for (const wallet of ['dca', 'payer'])
      await expect(change(wallet)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await test.ferryman.journal.findRule('owned')).toMatchObject({ version: 1 });
    await test.ferryman.pauseRule('owned', { by: 'test', reason: 'over' });
  });

  it('names every fault of a rule with its place', async () => {
    const body = {
      ...{ id: 'Bad Name', kind: 'recurring', wallet: 'dca', slippageBps: 0, surprise: 1 },
      ...{ schedule: { cron: '0 9 31 2 *', timeZone: 'Nowhere/None' }, from: coin, to: usdc() },
    };
    const refused = await test.ferryman
      .applyRule({ body, reason: 'test' })
      .catch((cause: unknown) => cause);
    expect(refused).toMatchObject({ code: 'INVALID_RULE' });
    expect((refused as FerrymanError).faults.map(({ pointer }) => pointer).sort()).toEqual(
      ['/id', '/receiver', '/schedule/timeZone', '/slippageBps', '/surprise'].sort(),
    );
    await expect(
      apply('unknown', { ...dca('0x12'), wallet: 'nobody', to: { chain: 'ETH', token: 'NONE' } }),
    ).rejects.toMatchObject({
      code: 'INVALID_RULE',
      faults: expect.arrayContaining(
        ['/wallet', '/to/token', '/receiver'].map((pointer) =>
          expect.objectContaining({ pointer }),
        ),
      ),
    });
  });
});
