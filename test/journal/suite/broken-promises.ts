import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import { newWorld, type Under, type World } from './fixture.ts';

export function describeBrokenPromises(under: Under): void {
  describe('a provider whose swaps bring less than they promised', () => {
    const stop = { below: 2, of: 3 };

    async function review(world: World, provider: string): Promise<SwapId> {
      const id = await world.ready();
      await world.journal.transition({
        swapId: id,
        version: await world.version(id),
        state: 'needs_review',
        fundsState: 'unknown',
        reason: { code: 'SETTLEMENT_DISPUTED', message: 'nothing came' },
        broken: { provider, why: 'SETTLEMENT_DISPUTED', stop },
      });
      return id;
    }

    async function settleWell(world: World, provider: string): Promise<void> {
      const { id, leaseId, txId } = await world.paid();
      await world.raw(`update orders set provider = '${provider}' where swap_id = '${id}'`);
      await world.prove(id, leaseId, { txId });
      await world.settle(id);
    }

    const stopOf = async ({ journal }: World, provider: string) =>
      (await journal.stops()).find(({ subject }) => subject === provider);

    it('is stopped in the transaction that finds it, with evidence in the audit log', async () => {
      const world = await newWorld(under());
      const provider = `p-${randomUUID()}`;
      const after = await world.journal.feedEnd();
      const first = await review(world, provider);
      expect(await stopOf(world, provider)).toBeUndefined();
      const second = await review(world, provider);
      expect(await stopOf(world, provider)).toMatchObject({
        scope: 'provider',
        by: 'Ferryman',
        reason: expect.stringContaining(first),
      });
      const [entry] = await world.journal.listActs({ limit: 1 });
      expect(entry).toMatchObject({
        actor: 'Ferryman',
        action: 'stop',
        subject: `provider ${provider}`,
        data: { swaps: [second, first] },
      });
      const items = await world.journal.readFeed({ after, limit: 1_000 });
      expect(items.find(({ kind }) => kind === 'notice')).toMatchObject({
        type: 'provider_stopped',
        data: { provider, swaps: [second, first], reason: expect.stringContaining(first) },
      });
      const { stops } = await world.journal.health();
      expect(stops.find(({ subject }) => subject === provider)?.isAutomatic).toBe(true);
      // As versions before this one stored it.
      await world.raw(`update switches set changed_by = 'ferryman' where subject = '${provider}'`);
      const earlier = (await world.journal.health()).stops;
      expect(earlier.find(({ subject }) => subject === provider)?.isAutomatic).toBe(true);
      const { wallet, chain } = world;
      const own = { walletId: wallet.id, wallet: wallet.name, chain };
      const signature = { ...own, providers: [provider], rules: [] };
      expect(await world.journal.stopOfSignature(signature)).toMatchObject({
        code: 'SIGNING_STOPPED',
      });
    });

    it('is not stopped if enough of its last swaps kept theirs', async () => {
      const world = await newWorld(under());
      const provider = `p-${randomUUID()}`;
      await review(world, provider);
      await settleWell(world, provider);
      await settleWell(world, provider);
      await review(world, provider);
      expect(await stopOf(world, provider)).toBeUndefined();
      await review(world, provider);
      expect(await stopOf(world, provider)).toBeDefined();
    });

    it('is judged anew after a person has resumed it', async () => {
      const world = await newWorld(under());
      const provider = `p-${randomUUID()}`;
      await review(world, provider);
      await review(world, provider);
      const release = { scope: 'provider', subject: provider, stopped: false } as const;
      await world.journal.setSwitch({ ...release, by: 'person', reason: 'mended' });
      await review(world, provider);
      expect(await stopOf(world, provider)).toBeUndefined();
      await review(world, provider);
      expect(await stopOf(world, provider)).toBeDefined();
    });

    it('is one provider by all its names', async () => {
      const world = await newWorld(under());
      const id = randomUUID().replaceAll('-', '');
      await review(world, `${id}_stellar_api`);
      await review(world, 'service_stellar_api');
      const stopped = await stopOf(world, 'service_stellar_api');
      expect(stopped).toMatchObject({ by: 'Ferryman' });
      await review(world, `${id}_stellar_api`);
      expect(await stopOf(world, `${id}_stellar_api`)).toBeUndefined();
      const release = { scope: 'provider', subject: 'service_stellar_api' } as const;
      await world.journal.setSwitch({ ...release, stopped: false, by: 'person', reason: 'mended' });
      await review(world, `${id}_stellar_api`);
      expect(await stopOf(world, `${id}_stellar_api`)).toBeUndefined();
    });
  });
}
