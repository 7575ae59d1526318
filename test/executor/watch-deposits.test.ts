import { describe, expect, it, vi } from 'vitest';
import { defaultPolicy } from '../../src/core/decide/policy.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import type { ExecutorContext } from '../../src/executor/context.ts';
import { createDepositWatcher } from '../../src/executor/watch-deposits.ts';
import type { DepositTarget, PaymentScan } from '../../src/ports/payments.ts';
import type {
  DepositScan,
  DepositStore,
  WatchedDeposit,
} from '../../src/ports/stores/deposit-store.ts';

const target = (name: string, change: Partial<WatchedDeposit> = {}): WatchedDeposit => ({
  orderId: name as WatchedDeposit['orderId'],
  swapId: `swap of ${name}` as SwapId,
  account: name,
  token: 'native',
  after: 100n,
  anchor: 100n,
  isWaitedFor: false,
  askedAt: 1_000,
  deposit: { amount: 1_000n },
  own: [],
  ...change,
});

const now = 10_000_000;
/** A block that is so much older than the clock. */
const aged = (age: number) => ({ number: 120n, time: now - age });

type Answer = (target: DepositTarget, host?: string) => PaymentScan;

/** A chain whose hosts answer for one target, or throw. */
function watching(answer: Answer, { isUp = true, hosts = ['one.example'], latest = 120n } = {}) {
  const head = vi.fn(async () => {
    if (!isUp) throw new FerrymanError('RPC_UNAVAILABLE', 'down');
    return { latest, final: latest - 10n };
  });
  const paymentsTo = vi.fn(async (asked: readonly DepositTarget[], host?: string) =>
    asked.map((target) => answer(target, host)),
  );
  const endpoints = () => hosts.map((host) => ({ host }));
  const warnings: string[] = [];
  const recorded: DepositScan[] = [];
  let targets: WatchedDeposit[] = [];
  const context = {
    chains: new Map([
      [
        'ETH',
        {
          chain: { name: 'ETH', blockTimeMs: 1_000 },
          maxBlocksPerScan: 100,
          head,
          endpoints,
          paymentsTo,
        },
      ],
    ]),
    journal: {
      depositTargets: async () => targets,
      recordDeposits: async (looks: DepositScan[]) => {
        recorded.push(...looks);
        return [];
      },
    },
    policy: defaultPolicy,
    clock: { now: () => now },
    logger: { warn: (_: object, message: string) => warnings.push(message) },
  };
  const watch = createDepositWatcher(
    context as unknown as ExecutorContext<DepositStore>,
    'ETH',
    async () => true,
  );
  return {
    warnings,
    paymentsTo,
    async round(of: WatchedDeposit[]) {
      targets = of;
      recorded.length = 0;
      const failure = await watch().catch(({ code }) => code);
      return { recorded: [...recorded], failure };
    },
  };
}

/**
 * What one round records, and how often it reads the chain. `seen` answers for one target, or
 * throws.
 */
async function watched(targets: WatchedDeposit[], seen: Answer, isUp = true) {
  const { round, paymentsTo } = watching(seen, { isUp });
  return { ...(await round(targets)), looks: paymentsTo.mock.calls.length };
}

const nothing: PaymentScan = { payments: [], scannedUntil: 110n };

describe('watching where orders want their deposits', () => {
  it.each(['RPC_UNAVAILABLE', 'UNKNOWN_TOKEN', 'RPC_MALFORMED'] as const)(
    'is not held up by one target that cannot be looked at: %s',
    async (code) => {
      for (const broken of ['p0', 'p77', 'p199']) {
        const targets = Array.from({ length: 200 }, (_, index) => target(`p${index}`));
        const { recorded, looks } = await watched(targets, ({ account }) => {
          if (account === broken) throw new FerrymanError(code, 'its history is gone');
          return nothing;
        });
        expect(recorded.map(({ orderId }) => orderId)).toEqual(
          targets.map(({ orderId }) => orderId).filter((one) => one !== broken),
        );
        expect(looks).toBeLessThan(20);
      }
    },
  );

  it('gives up soon where nothing can be looked at', async () => {
    const targets = Array.from({ length: 200 }, (_, index) => target(`p${index}`));
    const { recorded, failure, looks } = await watched(targets, () => {
      throw new FerrymanError('RPC_UNAVAILABLE', 'too many requests');
    });
    expect([recorded, failure]).toEqual([[], 'RPC_UNAVAILABLE']);
    expect(looks).toBeLessThan(20);
    expect((await watched(targets, () => nothing, false)).looks).toBe(0);
  });

  it('says of a look that was cut short that it does not know what has come, where that is waited for', async () => {
    const cut = { ...nothing, isCut: true };
    const targets = [target('old'), target('waited', { isWaitedFor: true })];
    expect((await watched(targets, () => cut)).recorded).toMatchObject([
      { isBehind: false },
      { isBehind: true },
    ]);
    expect((await watched(targets, () => nothing)).recorded).toMatchObject([
      { isBehind: false },
      { isBehind: false },
    ]);
  });

  const margin = defaultPolicy.clocksDiffer;

  it.each<[string, number, PaymentScan['through'], number | undefined]>([
    ['no later than it was asked for', now - 400_000, aged(2_000), now - 400_000],
    [
      'no later than the newest block was made, less what clocks differ by',
      now,
      aged(2_000),
      now - 2_000 - margin,
    ],
    [
      'not up to now, where the endpoint is minutes behind',
      now,
      aged(100_000),
      now - 100_000 - margin,
    ],
    ['never, where no block tells', now, undefined, undefined],
    ['never, where the block is of the future', now, aged(-margin - 1), undefined],
  ])('says that a target has received nothing %s', async (_, askedAt, through, expected) => {
    const seen = { ...nothing, ...(through ? { through } : {}) };
    const { recorded } = await watched(
      [target('waited', { askedAt, isWaitedFor: true })],
      () => seen,
    );
    expect(recorded.map(({ seenUntil }) => seenUntil)).toEqual([expected]);
  });

  describe('on two hosts', () => {
    const hosts = ['one.example:443', 'two.example:443', 'two.example:8443'];
    const waited = target('waited', { askedAt: now, isWaitedFor: true });
    const payment = (txId: string, final = true): PaymentScan['payments'][number] => ({
      ...{ txId, index: 1, token: 'native', amount: 1_000n, final, at: now },
      block: { number: 105n, hash: '0x105' },
    });
    const down = (): never => {
      throw new FerrymanError('RPC_UNAVAILABLE', 'down');
    };

    it('takes both for an empty target, and goes by the one that is farther behind', async () => {
      const answer: Answer = (_, host) =>
        host === 'one.example'
          ? { ...nothing, through: aged(1_000) }
          : { payments: [], scannedUntil: 104n, through: aged(90_000) };
      const { round, paymentsTo } = watching(answer, { hosts });
      expect((await round([waited])).recorded).toMatchObject([
        { scannedUntil: 104n, seenUntil: now - 90_000 - margin },
      ]);
      expect(paymentsTo.mock.calls.map(([, host]) => host).sort()).toEqual([
        'one.example',
        'two.example',
      ]);
    });

    it.each(['one.example', 'two.example'])(
      'knows nothing while %s is away, says so, and sees what the other shows',
      async (away) => {
        const answer: Answer = (_, host) =>
          host === away ? down() : { ...nothing, payments: [payment('0x1')], through: aged(0) };
        const { round, warnings } = watching(answer, { hosts });
        const { recorded } = await round([waited]);
        expect(recorded).toMatchObject([{ scannedUntil: 100n, payments: [{ txId: '0x1' }] }]);
        expect(recorded[0]).not.toHaveProperty('seenUntil');
        expect(warnings).toEqual([expect.stringContaining('not scanned')]);
      },
    );

    it('has both look at what only one could, once the other is back', async () => {
      let isAway = true;
      const froms: Record<string, bigint[]> = { 'one.example': [], 'two.example': [] };
      const answer: Answer = ({ after }, host = '') => {
        froms[host]?.push(after);
        if (host === 'two.example' && isAway) return down();
        return { payments: [], scannedUntil: isAway ? 110n : 112n, through: aged(0) };
      };
      const { round } = watching(answer, { hosts });
      await round([waited]);
      isAway = false;
      expect((await round([waited])).recorded).toMatchObject([
        { scannedUntil: 112n, seenUntil: now - margin },
      ]);
      expect(froms).toMatchObject({ 'one.example': [100n, 110n], 'two.example': [100n, 100n] });
    });

    it('believes one of them that something has come, as final where one has it so', async () => {
      const answer: Answer = (_, host) => ({
        ...{ ...nothing, through: aged(0) },
        payments:
          host === 'one.example'
            ? [payment('0x1', false)]
            : [payment('0x1'), payment('0x2', false)],
      });
      const { recorded } = await watching(answer, { hosts }).round([waited]);
      expect(recorded[0]?.payments).toMatchObject([
        { txId: '0x1', final: true },
        { txId: '0x2', final: false },
      ]);
    });

    it('gives up where none of them answers', async () => {
      const targets = Array.from({ length: 20 }, (_, index) => target(`p${index}`));
      expect((await watching(down, { hosts }).round(targets)).failure).toBe('RPC_UNAVAILABLE');
    });
  });

  it('looks again from the order on where the journal goes by a block that the chain does not have', async () => {
    const nowhere = target('hidden', { after: 9_000_000n, askedAt: now });
    const { round, warnings, paymentsTo } = watching(() => ({ ...nothing, through: aged(0) }));
    expect((await round([nowhere])).recorded).toMatchObject([
      { scannedUntil: 110n, isCorrected: true },
    ]);
    expect(paymentsTo.mock.calls[0]?.[0]).toMatchObject([{ after: 100n }]);
    expect(warnings).toEqual([expect.stringContaining('a block that its chain does not have')]);
    // An endpoint that is some blocks behind is none of that.
    expect(
      (await round([target('seen', { after: 125n, askedAt: now })])).recorded[0],
    ).not.toHaveProperty('isCorrected');
  });
});
