import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import type { SwapId } from '../../src/core/ids.ts';
import { defaultPolicy } from '../../src/core/policy.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import type { ExecutorContext } from '../../src/executor/context.ts';
import { createDepositWatcher } from '../../src/executor/watch-deposits.ts';
import type { DepositLook, WatchedPlace } from '../../src/ports/deposit-journal.ts';
import type { PaymentPlace, PaymentsSeen } from '../../src/ports/payments.ts';

const place = (name: string, change: Partial<WatchedPlace> = {}): WatchedPlace => ({
  orderId: name as WatchedPlace['orderId'],
  swapId: `swap of ${name}` as SwapId,
  account: name,
  token: 'native',
  after: 100n,
  isWaitedFor: false,
  askedAt: 1_000,
  deposit: { amount: 1_000n },
  own: [],
  ...change,
});

/** What one round records, and how often the chain is looked at. `seen` answers for one place, or throws. */
async function watched(places: WatchedPlace[], seen: (place: PaymentPlace) => PaymentsSeen, isUp = true) {
  const recorded: DepositLook[] = [];
  const head = vi.fn(async () => {
    if (!isUp) throw new FerrymanError('RPC_UNAVAILABLE', 'down');
    return { latest: 120n, final: 110n };
  });
  const paymentsTo = vi.fn(async (asked: readonly PaymentPlace[]) => asked.map(seen));
  const context = {
    chains: new Map([['ETH', { chain: { blockTimeMs: 1_000 }, blocksPerLook: 100, head, paymentsTo }]]),
    journal: {
      depositPlaces: async () => places,
      recordDeposits: async (looks: DepositLook[]) => {
        recorded.push(...looks);
        return [];
      },
    },
    policy: defaultPolicy,
    clock: { now: Date.now },
    logger: pino({ level: 'silent' }),
  };
  const failure = await createDepositWatcher(context as unknown as ExecutorContext, 'ETH', async () => true)().catch(
    ({ code }) => code,
  );
  return { recorded, failure, looks: paymentsTo.mock.calls.length };
}

const nothing: PaymentsSeen = { payments: [], lookedUntil: 110n };

describe('watching where orders want their deposits', () => {
  it.each(['RPC_UNAVAILABLE', 'UNKNOWN_TOKEN', 'RPC_MALFORMED'] as const)(
    'is not held up by one place that cannot be looked at: %s',
    async (code) => {
      for (const broken of ['p0', 'p77', 'p199']) {
        const places = Array.from({ length: 200 }, (_, index) => place(`p${index}`));
        const { recorded, looks } = await watched(places, ({ account }) => {
          if (account === broken) throw new FerrymanError(code, 'its history is gone');
          return nothing;
        });
        expect(recorded.map(({ orderId }) => orderId)).toEqual(
          places.map(({ orderId }) => orderId).filter((one) => one !== broken),
        );
        expect(looks).toBeLessThan(20);
      }
    },
  );

  it('gives up soon where nothing can be looked at', async () => {
    const places = Array.from({ length: 200 }, (_, index) => place(`p${index}`));
    const { recorded, failure, looks } = await watched(places, () => {
      throw new FerrymanError('RPC_UNAVAILABLE', 'too many requests');
    });
    expect([recorded, failure]).toEqual([[], 'RPC_UNAVAILABLE']);
    expect(looks).toBeLessThan(20);
    expect((await watched(places, () => nothing, false)).looks).toBe(0);
  });

  it('says of a look that was cut short that it does not know what has come, where that is waited for', async () => {
    const cut = { ...nothing, isCut: true };
    const places = [place('old'), place('waited', { isWaitedFor: true })];
    expect((await watched(places, () => cut)).recorded).toMatchObject([{ isBehind: false }, { isBehind: true }]);
    expect((await watched(places, () => nothing)).recorded).toMatchObject([{ isBehind: false }, { isBehind: false }]);
  });

  it('says until when a place has received nothing, by the clock of the journal, if the look was complete', async () => {
    const places = [place('cut'), place('seen', { askedAt: 7_000 })];
    const { recorded } = await watched(places, ({ account }) => ({ ...nothing, isCut: account === 'cut' }));
    expect(recorded.map(({ seenUntil }) => seenUntil)).toEqual([undefined, 7_000]);
  });
});
