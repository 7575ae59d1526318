import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import type { ProcessRole } from '../../../src/core/swap/roles.ts';
import { newWorld, type Under } from './fixture.ts';

/**
 * Live processes, stops, and the age of the oldest swaps. Other tests share the journal, so only
 * what is added here counts.
 */
export function describeHealth(under: Under): void {
  const start = async (roles: ProcessRole[], ttl = 60_000): Promise<string> => {
    const instance = randomUUID();
    await under().journal.beat({ instance, roles, ttl });
    return instance;
  };
  const count = async (role: ProcessRole) => (await under().journal.health()).workers[role];

  describe('the health of a journal', () => {
    it('counts live processes by role: until they end, or stop their heartbeat', async () => {
      const { journal } = under();
      const [executing, tracking] = [await count('execute'), await count('track')];
      const all = await start(['api', 'execute', 'track', 'recover']);
      const one = await start(['execute']);
      const silent = await start(['execute'], 0);
      expect([await count('execute'), await count('track')]).toEqual([executing + 2, tracking + 1]);
      // It is live again, with one role less.
      await journal.beat({ instance: silent, roles: ['execute'], ttl: 60_000 });
      await journal.beat({ instance: all, roles: ['api'], ttl: 60_000 });
      expect([await count('execute'), await count('track')]).toEqual([executing + 2, tracking]);
      for (const instance of [all, one, silent]) await journal.endBeats(instance);
      expect(await count('execute')).toBe(executing);
    });

    it('deletes processes that died long ago, and no others', async () => {
      const { journal, raw } = under();
      const [old, fresh] = [await start(['track'], -7_200_000), await start(['track'], 0)];
      await journal.pruneBeats();
      const left = await raw(
        `select instance from heartbeats where instance in ('${old}', '${fresh}')`,
      );
      expect(left).toEqual([{ instance: fresh }]);
      await journal.endBeats(fresh);
    });

    it('has the newest router outcome that a live process reports', async () => {
      const { journal } = under();
      const tell = (
        instance: string,
        outcome: 'ok' | 'ROUTER_UNAVAILABLE',
        age: number,
        ttl = 60_000,
      ) => journal.beat({ instance, roles: ['execute'], ttl, router: { outcome, age } });
      await Promise.all([
        tell('r-1', 'ok', 90_000),
        tell('r-2', 'ROUTER_UNAVAILABLE', 30_000),
        tell('r-3', 'ok', 0, 0),
      ]);
      const { router } = await journal.health();
      expect(router?.outcome).toBe('ROUTER_UNAVAILABLE');
      expect(router?.age).toBeGreaterThanOrEqual(30_000);
      expect(router?.age).toBeLessThan(90_000);
      await Promise.all(['r-1', 'r-2', 'r-3'].map((instance) => journal.endBeats(instance)));
      expect(await journal.health()).not.toHaveProperty('router');
    });

    it('lists what is stopped now, and wallets that are frozen', async () => {
      const world = await newWorld(under());
      const stop = {
        scope: 'chain',
        subject: world.chain,
        by: 'someone',
        reason: 'a test',
      } as const;
      const seen = async () => {
        const { stops, frozenWallets } = await world.journal.health();
        return [
          stops.filter(({ subject }) => subject === world.chain).map(({ scope }) => scope),
          frozenWallets.filter(({ name }) => name === world.wallet.name),
        ];
      };
      await world.journal.setSwitch({ ...stop, stopped: true });
      await world.raw(
        `update wallets set frozen_reason = 'a test' where id = '${world.wallet.id}'`,
      );
      expect(await seen()).toEqual([['chain'], [{ name: world.wallet.name, family: 'evm' }]]);
      await world.journal.setSwitch({ ...stop, stopped: false });
      expect((await seen())[0]).toEqual([]);
    });

    it('lists accounts with too little of the native coin, by the newest balance read', async () => {
      const world = await newWorld(under());
      const { chain, wallet, journal } = world;
      const below = (least: bigint) => journal.lowGas([{ chain, token: 'coin', below: least }]);
      const hold = (token: string, balance: bigint) =>
        world.raw(`insert into assets (wallet_id, chain, token, balance, block)
          values ('${wallet.id}', '${chain}', '${token}', ${balance}, 7)`);
      expect(await below(10n)).toEqual([]);
      await hold('coin', 9n);
      await hold('other', 1n);
      expect(await below(9n)).toEqual([]);
      const { name, family } = wallet;
      expect(await below(10n)).toEqual([
        { wallet: name, family, chain, balance: 9n, block: 7n, below: 10n },
      ]);
      expect(await journal.lowGas([])).toEqual([]);
    });

    it('says how long the oldest overdue swap has waited, and counts swaps by their funds', async () => {
      const world = await newWorld(under());
      const counted = async () => {
        const counts = await world.journal.countByFunds();
        return [counts.get('untouched') ?? 0, counts.get('unknown') ?? 0] as const;
      };
      const [untouched, unknown] = await counted();
      const { id } = await world.submit();
      await world.raw(
        `update timers set due_at = now() - interval '1 day' where swap_id = '${id}'`,
      );
      const lag = async () => (await world.journal.backlog()).scheduleLag;
      expect(await lag()).toBeGreaterThanOrEqual(86_400_000);
      expect(await counted()).toEqual([untouched + 1, unknown]);
      const end = { swapId: id, state: 'failed', fundsState: 'unknown' } as const;
      await world.journal.transition({ ...end, version: await world.version(id) });
      expect(await counted()).toEqual([untouched, unknown + 1]);
      expect(await lag()).toBeLessThan(86_400_000);
    });

    it('counts webhooks and what waits for enabled ones, since it was written or replayed', async () => {
      const { journal, raw } = under();
      const [id, other] = [randomUUID(), randomUUID()];
      const webhook = {
        ...{ url: 'https://hooks.example.com', form: 'standard' as const },
        ...{ topics: ['swap.event'], createdBy: 'a test', sealedSecret: 'sealed' },
      };
      const { webhooks: before } = await journal.backlog();
      const webhooks = (enabled: number, disabled: number) => ({
        enabled: before.enabled + enabled,
        disabled: before.disabled + disabled,
      });
      for (const one of [id, other]) await journal.insertWebhook({ ...webhook, id: one });
      const none = { pendingDeliveries: 0, oldestPending: 0 };
      expect(await journal.backlog()).toMatchObject({ webhooks: webhooks(2, 0), ...none });
      const [old] = [await journal.insertTest(id), await journal.insertTest(id)];
      await journal.insertTest(other);
      await raw(`update deliveries set created_at = now() - interval '1 hour',
        expires_at = expires_at - interval '1 hour' where id = '${old}'`);
      const waits = await journal.backlog();
      expect(waits.pendingDeliveries).toBe(3);
      expect(waits.oldestPending).toBeGreaterThanOrEqual(3_600_000);
      await raw(`update deliveries set state = 'failed' where id = '${old}'`);
      expect((await journal.backlog()).oldestPending).toBeLessThan(3_600_000);
      await journal.replayDeliveries({ webhookId: id, deliveryId: old });
      expect((await journal.backlog()).oldestPending).toBeLessThan(3_600_000);
      await journal.disableWebhook(other, 'a test');
      expect(await journal.backlog()).toMatchObject({
        webhooks: webhooks(1, 1),
        pendingDeliveries: 2,
      });
      for (const one of [id, other]) await journal.deleteWebhook(one);
      expect(await journal.backlog()).toMatchObject({ webhooks: before, ...none });
    });

    it('has the age of the oldest swap of each state that is not terminal', async () => {
      const world = await newWorld(under());
      const age = async () => (await world.journal.health()).oldestSwaps;
      const { id } = await world.submit();
      const before = (await age()).get('requested') ?? 0;
      expect(before).toBeGreaterThanOrEqual(0);
      await world.raw(`update swaps set created_at = now() - interval '1 year' where id in
        (select id from swaps where state = 'requested' order by position limit 1)`);
      expect((await age()).get('requested')).toBeGreaterThan(300 * 86_400_000);
      const version = await world.version(id);
      await world.journal.transition({
        swapId: id,
        version,
        state: 'expired',
        fundsState: 'untouched',
      });
      for (const state of (await age()).keys())
        expect(['settled', 'expired', 'failed']).not.toContain(state);
    });
  });

  describe('a swap as it is shown', () => {
    const workersOf = async (id: SwapId) => (await under().journal.findSwap(id))?.workers;

    it('shows for how long it has been due without a worker, and which roles no process has', async () => {
      const world = await newWorld(under());
      const { id } = await world.submit();
      const due = await workersOf(id);
      expect(due?.dueFor).toBeGreaterThanOrEqual(0);
      expect(due?.absent).toEqual(['execute', 'track', 'recover']);

      const instance = await start(['execute', 'recover']);
      expect((await workersOf(id))?.absent).toEqual(['track']);
      await world.journal.endBeats(instance);

      // A worker has it; it waits for its timer; its worker died.
      await world.journal.lock(id, 'worker-1', 60_000);
      expect(await workersOf(id)).not.toHaveProperty('dueFor');
      await world.journal.release(id, 'worker-1', 60_000);
      expect(await workersOf(id)).not.toHaveProperty('dueFor');
      await world.journal.lock(id, 'worker-1', -1);
      await world.raw(
        `update timers set due_at = now() - interval '1 minute' where swap_id = '${id}'`,
      );
      expect((await workersOf(id))?.dueFor).toBeGreaterThanOrEqual(60_000);
    });
  });
}
