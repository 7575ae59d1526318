import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { windowMs } from '../../src/core/caps/cap.ts';
import type { LeaseId, SwapId } from '../../src/core/swap/ids.ts';
import type { JobRule } from '../../src/core/swap/job.ts';
import { evmNativeToken } from '../../src/families/evm/formats/chain.ts';
import { createGuard } from '../../src/guard/create-guard.ts';
import { openPostgresClient } from '../../src/journal/postgres-client.ts';
import type { Journal } from '../../src/ports/journal.ts';
import { policyFrom } from '../support/guard-policy.ts';
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { pricesAt } from '../support/prices-at.ts';
import { openForTest } from './open-for-test.ts';
import {
  committed,
  newWorld,
  type OpenedJournal,
  randomTxId,
  token,
  type World,
} from './suite/fixture.ts';

/*
 * Budgets of treasury rules under many submitters: each asks through the guard and a journal process
 * of its own, and the processes are replaced meanwhile. A model, which is a list, says what may be.
 */

const processes = 3;
const wallets = 6;
const usd = (amount: number): bigint => BigInt(amount) * 10n ** 18n;
const limits = { hour: 40, day: 55, week: 75, wallet: 2, policy: 70 } as const;
type Limit = keyof typeof limits;

const budgets: JobRule['budgets'] = [
  { name: 'hour', window: 'hour', bound: { unit: 'usd', usdE18: usd(limits.hour) } },
  {
    ...{ name: 'day', window: 'day', chain: 'ETH', token },
    bound: { unit: 'amount', amount: `${limits.day}` },
  },
  { name: 'week', window: 'week', bound: { unit: 'usd', usdE18: usd(limits.week) } },
  {
    ...{ name: 'wallet', window: 'day', each: 'wallet' },
    bound: { unit: 'count', count: limits.wallet },
  },
];

const guard = createGuard({
  policy: policyFrom({
    version: 1,
    prices: { tokens: [{ chain: 'ETH', token, sources: [{ kind: 'static', usd: '1' }] }] },
    caps: [{ name: 'policy', window: 'week', usd: `${limits.policy}`, each: 'rule' }],
  }),
});
const from = { family: 'evm', chain: 'ETH', token, decimals: 6, symbol: 'USDC' } as const;
const coin = { ...from, address: evmNativeToken, decimals: 18, symbol: 'ETH' };

interface Payment {
  rule: string;
  wallet: string;
  /** Whole USDC, which are US dollars. */
  amount: number;
}

/** A payment that the journal has leased, as the model follows it. */
interface Living extends Payment {
  id: SwapId;
  leaseId: LeaseId;
  world: World;
  /** Milliseconds ago. */
  age: number;
  /** Its worker died before the commit: it counts until the account's next lease voids it. */
  isLost: boolean;
}

const isWithin: Record<Limit, (one: Living, payment: Payment) => boolean> = {
  hour: ({ age }) => age < windowMs.hour,
  day: ({ age }) => age < windowMs.day,
  wallet: ({ age, wallet: own }, { wallet }) => age < windowMs.day && own === wallet,
  week: ({ age }) => age < windowMs.week,
  policy: ({ age }) => age < windowMs.week,
};

function used(list: readonly Living[], limit: Limit, payment: Payment): number {
  return list
    .filter((one) => one.rule === payment.rule && isWithin[limit](one, payment))
    .reduce((sum, { amount }) => sum + (limit === 'wallet' ? 1 : amount), 0);
}

const names = Object.keys(limits) as Limit[];

const fits = (list: readonly Living[], payment: Payment): boolean =>
  names.every(
    (name) => used(list, name, payment) + (name === 'wallet' ? 1 : payment.amount) <= limits[name],
  );

const fates = [
  'void',
  'dies',
  'reverts',
  'stays',
  'hour',
  'hour',
  'day',
  'day',
  'day',
  'week',
] as const;
type Fate = (typeof fates)[number];

const round = fc.record({
  /** What each wallet asks for at once. */
  asks: fc.array(
    fc.record({
      rule: fc.constantFrom('a', 'b'),
      amount: fc.integer({ min: 1, max: 30 }),
      /** What becomes of it before the next round. */
      fate: fc.constantFrom(...fates),
    }),
    { minLength: wallets, maxLength: wallets },
  ),
  /** The process that ends after the round, for which another one begins. */
  restarts: fc.nat(processes - 1),
});

let server: PostgresServer;
let url: string;
let running: OpenedJournal[];
beforeAll(async () => {
  server = await startPostgresServer();
  url = await server.createJournal();
  running = await Promise.all(Array.from({ length: processes }, start));
});
afterAll(async () => {
  for (const one of running ?? []) await one.close();
  await server?.close();
});

const start = (): Promise<OpenedJournal> => openForTest(openPostgresClient({ url, poolSize: 3 }));

/** The journal of whichever process has this place now. */
function inPlace(place: number): OpenedJournal {
  const current = () => running[place]!;
  return {
    journal: new Proxy({} as Journal, {
      get: (_, name) => current().journal[name as keyof Journal],
    }),
    raw: (sql) => current().raw(sql),
    close: async () => undefined,
  };
}

async function restart(place: number): Promise<void> {
  const ending = running[place]!;
  running[place] = await start();
  await ending.close();
}

/** Leases as a worker does: by the job that the journal has, and the guard’s reading of it. */
async function lease(world: World, id: SwapId, hold?: number) {
  const { swap, order } = await world.snapshot(id);
  const caps = guard.capsOf({
    job: swap.job,
    chain: { family: 'evm', name: 'ETH', nativeToken: coin },
    order: { provider: order?.provider ?? '', declaredFee: 0n },
    prices: pricesAt(from, '1'),
  });
  expect(caps?.bounds).toHaveLength(names.length);
  return world.lease(id, { reserve: [], ...(caps ? { caps } : {}), ...(hold ? { hold } : {}) });
}

describe('budgets of rules', () => {
  it('hold among concurrent submitters and restarts, refuse nothing that fits, and come back as the model says', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 4, maxLength: 5 }), async (rounds) => {
        const of = randomUUID();
        const worlds = await Promise.all(
          Array.from({ length: wallets }, (_, index) =>
            newWorld(inPlace(index % processes), 'evm', {
              ...{ chain: 'ETH', name: `${of}-${index}` },
            }),
          ),
        );
        let living: Living[] = [];
        for (const { asks, restarts } of rounds) {
          const asked = await Promise.all(
            asks.map(async ({ rule: name, amount, fate }, index) => {
              const world = worlds[index]!;
              const rule = { id: `${of} ${name}`, version: 1, budgets };
              const id = await world.ready({ from, amount: BigInt(amount) * 10n ** 6n, rule });
              const payment = { rule: rule.id, wallet: world.wallet.name, amount };
              return { world, id, payment, fate };
            }),
          );
          const results = await Promise.all(
            asked.map(async (one) => ({
              ...one,
              result: await lease(one.world, one.id, one.fate === 'dies' ? 1 : undefined),
            })),
          );
          const refused: Payment[] = [];
          for (const { world, id, payment, result } of results) {
            if (result.kind === 'refused') {
              expect(result.refusal.kind).toBe('cap_reached');
              refused.push(payment);
              continue;
            }
            const { leaseId } = result;
            living.push({ ...payment, id, leaseId, world, age: 0, isLost: false });
          }
          // Whatever the order in which they came, nothing is above a budget at any moment.
          const certain = living.filter(({ isLost }) => !isLost);
          for (const payment of certain)
            for (const name of names)
              expect(used(certain, name, payment), name).toBeLessThanOrEqual(limits[name]);
          for (const payment of refused) expect(fits(living, payment)).toBe(false);
          for (const { id, fate } of results) {
            const one = living.find((each) => each.id === id);
            if (!one) continue;
            seen.add(fate);
            if (!(await follow(one, fate))) living = living.filter((each) => each !== one);
          }
          // A lost lease is gone with its account's next one, and may be gone already.
          const renewed = new Set(results.map(({ payment }) => payment.wallet));
          living = living.filter((one) => !one.isLost || !renewed.has(one.wallet));
          for (const { id, fate } of results)
            if (fate === 'dies') {
              const one = living.find((each) => each.id === id);
              if (one) one.isLost = true;
            }
          await restart(restarts);
        }
        await expectShown(of, living);
      }),
      { numRuns: 6, seed: 20_261_127, endOnFailure: true },
    );
    expect([...seen].sort()).toEqual([...new Set(fates)].sort());
  });
});

/** What the journal shows of the budgets is what the model has, but for lost leases. */
async function expectShown(of: string, living: readonly Living[]): Promise<void> {
  if (living.some(({ isLost }) => isLost)) return;
  const usages = await running[0]!.journal.capUsage();
  for (const window of ['hour', 'day', 'week'] as const) {
    const shown = usages.filter((one) => one.window === window && one.rule.startsWith(of));
    const total = shown.reduce((sum, { usdE18 }) => sum + usdE18, 0n);
    const own = living.filter(({ age }) => age < windowMs[window]);
    expect(total).toBe(own.reduce((sum, { amount }) => sum + usd(amount), 0n));
  }
}

/** Whether the payment still counts in any way. */
async function follow(one: Living, fate: Fate): Promise<boolean> {
  const { world, id, leaseId } = one;
  switch (fate) {
    case 'void':
      await world.journal.voidLease({ leaseId, reason: { code: 'X', message: 'rejected' } });
      return false;
    case 'dies':
      return true;
    case 'reverts': {
      const txId = randomTxId();
      committed(await world.commit(id, leaseId, { txId }));
      await world.prove(id, leaseId, { txId, succeeded: false });
      return false;
    }
    case 'stays':
    case 'hour':
    case 'day':
    case 'week': {
      const txId = randomTxId();
      committed(await world.commit(id, leaseId, { txId }));
      if (fate === 'stays') return true;
      // It has settled, and its row is no longer read as an open one.
      await world.prove(id, leaseId, { txId });
      await world.settle(id);
      one.age += windowMs[fate];
      await world.raw(
        `update cap_uses set at = at - ${windowMs[fate] + 1} * interval '1 millisecond', closed = true where lease_id = '${leaseId}'`,
      );
      return true;
    }
  }
}
