import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CapBound, type LeaseCaps, windowMs } from '../../src/core/caps/cap.ts';
import type { LeaseId, SwapId } from '../../src/core/swap/ids.ts';
import { engines, type JournalsOnBothEngines, openOnBothEngines } from './open-on-both-engines.ts';
import { committed, leased, newWorld, type World } from './suite/fixture.ts';

let opened: JournalsOnBothEngines;
beforeAll(async () => {
  opened = await openOnBothEngines();
});
afterAll(() => opened.close());

/** What a payment of a test uses. `of` keeps it apart from those of other tests. */
interface Payment {
  wallet: string;
  token: string;
  amount: bigint;
}

const limits = { day: 100n, wallet: 60n, token: 50n, count: 4n, unsettled: 80n };

/** Five caps: in all by day, by wallet and hour, by token and day, payments an hour, unsettled. */
function capsOf(of: string, { wallet, token, amount }: Payment): LeaseCaps {
  const use = {
    ...{ wallet, token, amount, chain: 'ETH', provider: of, receiver: 'r', rule: '' },
    ...{ decimals: 6, usdE18: amount },
  };
  const bound = (rest: Omit<CapBound, 'provider' | 'value'> & { value?: bigint }): CapBound => ({
    provider: of,
    value: amount,
    ...rest,
  });
  return {
    use,
    bounds: [
      bound({ name: 'day', window: 'day', unit: 'usd', limit: limits.day }),
      bound({ name: 'wallet', window: 'hour', unit: 'usd', limit: limits.wallet, wallet }),
      bound({ name: 'token', window: 'day', unit: 'amount', limit: limits.token, token }),
      bound({ name: 'count', window: 'hour', unit: 'count', limit: limits.count, value: 1n }),
      bound({ name: 'unsettled', window: 'unsettled', unit: 'usd', limit: limits.unsettled }),
    ],
  };
}

/** The model: a list of payments, and sums over it. */
interface Reserved extends Payment {
  /** Milliseconds ago. */
  age: number;
  isOver: boolean;
}

function used(list: readonly Reserved[], name: string, { wallet, token }: Payment): bigint {
  const chosen = list.filter((one) => {
    switch (name) {
      case 'day':
        return one.age < windowMs.day;
      case 'wallet':
        return one.age < windowMs.hour && one.wallet === wallet;
      case 'token':
        return one.age < windowMs.day && one.token === token;
      case 'count':
        return one.age < windowMs.hour;
      default:
        return !one.isOver;
    }
  });
  return chosen.reduce((sum, { amount }) => sum + (name === 'count' ? 1n : amount), 0n);
}

const fits = (list: readonly Reserved[], payment: Payment): boolean =>
  Object.entries(limits).every(
    ([name, limit]) =>
      used(list, name, payment) + (name === 'count' ? 1n : payment.amount) <= limit,
  );

/** A payment that the journal has leased, as the test follows it. */
interface Living extends Reserved {
  world: World;
  id: SwapId;
  leaseId: LeaseId;
  txId: string;
}

const round = fc.record({
  /** What each wallet asks for at once. */
  asks: fc.array(
    fc.record({
      amount: fc.bigInt({ min: 1n, max: 45n }),
      token: fc.constantFrom('A', 'B'),
      /** What becomes of it before the next round. */
      fate: fc.constantFrom('void', 'stays', 'stays', 'settles', 'reverts', 'ages', 'ages a day'),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

describe.each(engines)('caps in a journal on %s', (engine) => {
  it('hold among concurrent submitters, refuse nothing that fits, and come back as the model says', async () => {
    const under = opened[engine];
    const worlds = await Promise.all(Array.from({ length: 4 }, () => newWorld(under)));
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 2, maxLength: 3 }), async (rounds) => {
        const of = randomUUID();
        let living: Living[] = [];
        for (const { asks } of rounds) {
          const asked = await Promise.all(
            asks.map(async ({ amount, token, fate }, index) => {
              const world = worlds[index]!;
              const payment = { wallet: world.wallet.name, token, amount };
              return { world, payment, fate, id: await world.ready() };
            }),
          );
          const results = await Promise.all(
            asked.map(async (one) => ({
              ...one,
              result: await one.world.lease(one.id, {
                caps: capsOf(of, one.payment),
                reserve: [],
              }),
            })),
          );
          const refused: Payment[] = [];
          for (const { world, payment, result, id } of results) {
            if (result.kind === 'refused') {
              expect(result.refusal.kind).toBe('cap_reached');
              refused.push(payment);
              continue;
            }
            const { leaseId } = leased(result);
            living.push({ ...payment, world, id, leaseId, age: 0, isOver: false, txId: '' });
          }
          // Never above a cap, in whatever order they came; and each refusal was right at the end.
          for (const payment of [...living, ...refused])
            for (const [name, limit] of Object.entries(limits))
              expect(used(living, name, payment) <= limit, name).toBe(true);
          for (const payment of refused) expect(fits(living, payment)).toBe(false);
          for (const { id, fate } of results) {
            const one = living.find((each) => each.id === id);
            if (!one) continue;
            seen.add(fate);
            living = (await follow(one, fate)) ? living : living.filter((each) => each !== one);
          }
        }
      }),
      { numRuns: 12, seed: 20_261_126, endOnFailure: true },
    );
    expect([...seen].sort()).toEqual(['ages', 'ages a day', 'reverts', 'settles', 'stays', 'void']);
  });

  it('say when the window has room again', async () => {
    const world = await newWorld(opened[engine]);
    const of = randomUUID();
    const pay = async (amount: bigint, token: string) => {
      const payment = { wallet: world.wallet.name, token, amount };
      return world.lease(await world.ready(), { caps: capsOf(of, payment), reserve: [] });
    };
    for (const minutes of [30, 10]) {
      const { leaseId } = leased(await pay(30n, minutes === 30 ? 'A' : 'B'));
      await world.commit((await swapOf(world, leaseId)) as SwapId, leaseId);
      await world.raw(
        `update cap_uses set at = at - interval '${minutes} minutes' where lease_id = '${leaseId}'`,
      );
    }
    const result = await pay(20n, 'C');
    if (result.kind !== 'refused' || result.refusal.kind !== 'cap_reached')
      throw new Error('it was leased');
    const { until = 0, message } = result.refusal;
    expect(message).toContain('the cap wallet is reached');
    // The older of the two leaves the hour in half an hour.
    expect(Math.abs(until - (Date.now() + 30 * 60_000))).toBeLessThan(20_000);
  });

  it('count in the windows of a calendar, if one is given', async () => {
    const world = await newWorld(opened[engine]);
    const of = randomUUID();
    const begin = Date.parse('2040-02-06T08:00:00Z');
    const pay = async (at: number) => {
      const payment = { wallet: world.wallet.name, token: 'A', amount: 30n };
      const caps = { ...capsOf(of, payment), at };
      return world.lease(await world.ready(), {
        caps: { ...caps, bounds: caps.bounds.filter(({ name }) => name === 'token') },
        reserve: [],
      });
    };
    const usedAt = async (at: number) =>
      (await world.journal.capUsage(at))
        .filter(({ window, provider }) => window === 'day' && provider === of)
        .map(({ amount }) => amount);
    const { leaseId } = leased(await pay(begin));
    await world.commit((await swapOf(world, leaseId)) as SwapId, leaseId);
    const refused = await pay(begin + windowMs.day - 60_000);
    if (refused.kind !== 'refused' || refused.refusal.kind !== 'cap_reached')
      throw new Error('it was leased');
    // As far away as by the calendar: a minute.
    expect(Math.abs((refused.refusal.until ?? 0) - (Date.now() + 60_000))).toBeLessThan(20_000);
    expect(await usedAt(begin + windowMs.day - 1)).toEqual([30n]);
    expect(await usedAt(begin + windowMs.day)).toEqual([]);
    leased(await pay(begin + windowMs.day));
  });

  it.each([
    ['verified', true],
    ['inferred', true],
    ['operator-reported', true],
    ['router-reported', false],
  ] as const)('of what is unsettled, an end that is %s makes room: %s', async (level, isRoom) => {
    const world = await newWorld(opened[engine]);
    const of = randomUUID();
    const payment = { wallet: world.wallet.name, token: 'A', amount: 50n };
    const unsettled = ({ use, bounds }: LeaseCaps): LeaseCaps => ({
      use,
      bounds: bounds.filter(({ name }) => name === 'unsettled'),
    });
    const pay = async (id: SwapId) =>
      world.lease(id, { caps: unsettled(capsOf(of, payment)), reserve: [] });
    const id = await world.ready();
    const { leaseId } = leased(await pay(id));
    const txId = `0x${randomUUID().replaceAll('-', '').padEnd(64, '0')}`;
    committed(await world.commit(id, leaseId, { txId }));
    await world.prove(id, leaseId, { txId });
    await world.settle(id, { level });
    const counted = async () =>
      (await world.journal.capUsage()).some(
        ({ window, provider }) => window === 'unsettled' && provider === of,
      );
    expect(await counted()).toBe(!isRoom);
    const next = await world.ready();
    expect((await pay(next)).kind).toBe(isRoom ? 'leased' : 'refused');
    if (isRoom) return;
    // A day after the payment, whatever has happened to its row meanwhile.
    await world.raw(
      `update cap_uses set at = at - interval '1 day', closed = true where lease_id = '${leaseId}'`,
    );
    expect(await counted()).toBe(false);
    leased(await pay(next));
  });

  it('wake the swaps that wait for what is unsettled', async () => {
    const world = await newWorld(opened[engine]);
    const { journal, raw } = world;
    const id = await world.ready();
    const reason = { code: 'CAP_REACHED', message: 'full' };
    await journal.lock(id, 'worker-1', 60_000);
    const version = await world.version(id);
    await journal.wait({
      swapId: id,
      version,
      holder: 'worker-1',
      delay: 600_000,
      failed: false,
      reason,
    });
    const isDue = async () =>
      (await raw(`select due_at <= now() as due from timers where swap_id = '${id}'`))[0]?.due;
    expect(await isDue()).toBe(false);
    await journal.wakeCapped(1_000);
    expect(await isDue()).toBe(true);
  });
});

/** Whether the payment still counts in any way. */
async function follow(one: Living, fate: string): Promise<boolean> {
  const { world, id, leaseId } = one;
  if (fate === 'void') {
    await world.journal.voidLease({ leaseId, reason: { code: 'X', message: 'rejected' } });
    return false;
  }
  one.txId = `0x${randomUUID().replaceAll('-', '').padEnd(64, '0')}`;
  committed(await world.commit(id, leaseId, { txId: one.txId }));
  switch (fate) {
    case 'reverts':
      await world.prove(id, leaseId, { txId: one.txId, succeeded: false });
      return false;
    case 'settles':
      await world.prove(id, leaseId, { txId: one.txId });
      await world.settle(id);
      one.isOver = true;
      return true;
    case 'ages':
    case 'ages a day': {
      const age = fate === 'ages' ? windowMs.hour : windowMs.day;
      one.age += age;
      await world.raw(
        `update cap_uses set at = at - ${age + 1} * interval '1 millisecond' where lease_id = '${leaseId}'`,
      );
      return true;
    }
    default:
      return true;
  }
}

async function swapOf({ raw }: World, leaseId: LeaseId): Promise<unknown> {
  const [row] = await raw(
    `select st.swap_id from lease_steps ls join steps st on st.id = ls.step_id where ls.lease_id = '${leaseId}'`,
  );
  return row?.swap_id;
}
