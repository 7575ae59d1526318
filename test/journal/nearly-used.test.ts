import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CapBound } from '../../src/core/caps/cap.ts';
import { feedStart } from '../../src/ports/stores/feed-store.ts';
import { engines, type JournalsOnBothEngines, openOnBothEngines } from './open-on-both-engines.ts';
import { leased, newWorld } from './suite/fixture.ts';

const usd = 10n ** 18n;

let opened: JournalsOnBothEngines;
beforeAll(async () => {
  opened = await openOnBothEngines();
});
afterAll(() => opened.close());

describe.each(engines)('the notice of a nearly used cap on %s', (engine) => {
  const raised = async (budget: string) =>
    (await opened[engine].journal.readFeed({ after: feedStart, limit: 10_000 })).flatMap((item) =>
      item.kind === 'notice' && item.data.budget === budget ? [item] : [],
    );
  const newName = (): string => `cap ${randomUUID()}`;

  /** Leases payments in US dollars, each from a wallet of its own, under a cap of 100 USD. */
  function payments(name: string, change: Partial<CapBound> = {}) {
    return async (dollars: bigint) => {
      const world = await newWorld(opened[engine], 'evm', { chain: 'ETH', name: randomUUID() });
      const amount = dollars * usd;
      const use = {
        ...{ wallet: world.wallet.name, token: 't', chain: 'ETH', provider: name },
        ...{ rule: change.rule ?? '', receiver: change.receiver ?? 'r' },
        ...{ amount, decimals: 18, usdE18: amount },
      };
      const bound: CapBound = {
        ...{ name, window: 'day', unit: 'usd', limit: 100n * usd, value: amount, provider: name },
        ...change,
      };
      const caps = { use, bounds: [bound] };
      const result = await world.lease(await world.ready(), { reserve: [], caps });
      return { world, ...leased(result) };
    };
  }

  it('is raised once when four fifths are used, of many payments at a time too', async () => {
    const name = newName();
    const pay = payments(name);
    await pay(79n);
    expect(await raised(name)).toEqual([]);
    await Promise.all([pay(2n), pay(3n), pay(4n)]);
    const [notice, ...others] = await raised(name);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({
      type: 'budget_nearly_used',
      data: { budget: name, of: `provider ${name}`, window: 'day', limit: '100 USD' },
    });
    expect(notice?.data.usedPercent).toBeGreaterThanOrEqual(80);
  });

  it('is not raised again for a payment that is leased anew', async () => {
    const name = newName();
    const pay = payments(name);
    for (const dollars of [80n, 99n]) {
      const { world, leaseId } = await pay(dollars);
      await world.journal.voidLease({ leaseId, reason: { code: 'X', message: 'not needed' } });
    }
    expect(await raised(name)).toMatchObject([
      { data: { used: '80 USD', limit: '100 USD', usedPercent: 80 } },
    ]);
  });

  it('is raised for a higher limit, and for each subject of a cap', async () => {
    const name = newName();
    await payments(name)(90n);
    await payments(name, { limit: 200n * usd })(80n);
    expect((await raised(name)).map(({ data }) => data.limit)).toEqual(['100 USD', '200 USD']);
    const each = newName();
    for (const receiver of ['a', 'b']) await payments(each, { receiver })(80n);
    expect((await raised(each)).map(({ data }) => data.of)).toEqual([
      `provider ${each}, receiver a`,
      `provider ${each}, receiver b`,
    ]);
  });

  it('names the rule of a budget', async () => {
    const name = newName();
    await payments(`${name} of rule dca`, { rule: 'dca' })(100n);
    expect(await raised(name)).toMatchObject([{ data: { rule: 'dca', usedPercent: 100 } }]);
  });

  it('is raised again once the window has moved on', async () => {
    const name = newName();
    const pay = payments(name, { window: 'hour' });
    await pay(90n);
    const moved = (table: string) =>
      opened[engine].raw(`update ${table} set at = at - interval '1 hour'`);
    await opened[engine].raw('alter table notices disable trigger notices_immutable');
    for (const table of ['notices', 'cap_uses']) await moved(table);
    await opened[engine].raw('alter table notices enable trigger notices_immutable');
    await pay(85n);
    await pay(1n);
    expect((await raised(name)).map(({ data }) => data.used)).toEqual(['90 USD', '85 USD']);
  });
});
