import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import type { Job } from '../../../src/core/swap/job.ts';
import type { SwapState } from '../../../src/core/swap/swap.ts';
import { replacementId } from '../../../src/executor/replace.ts';
import type { ReplaceResult } from '../../../src/ports/stores/swap-store.ts';
import {
  committed,
  hash,
  leased,
  newWorld,
  randomTxId,
  stepOf,
  type Under,
  type World,
} from './fixture.ts';

const refused = (code: string) => ({ kind: 'refused', refusal: { code } });
const p5 = { details: { constraint: 'p5_one_payment_per_chain_of_retries' } };

interface Edit {
  key?: string;
  change?: Partial<Job>;
  bodyHash?: string;
}

function edit(world: World, replaces: SwapId, { key = randomUUID(), change, bodyHash }: Edit = {}) {
  return world.journal.replace({
    id: replacementId(replaces, key),
    replaces,
    idempotencyKey: key,
    bodyHash: bodyHash ?? hash('b'),
    job: world.job({ amount: 7n, ...change }),
  });
}

const retry = (world: World, swapId: SwapId) =>
  world.journal.retry({ swapId, maxGenerations: 3, now: Date.now() });

function replaced(result: ReplaceResult) {
  if (result.kind === 'refused') throw new Error(`refused: ${result.refusal.code}`);
  return result;
}

async function end(world: World, id: SwapId, state: SwapState = 'failed'): Promise<SwapId> {
  const version = await world.version(id);
  await world.journal.transition({ swapId: id, version, state, fundsState: 'untouched' });
  return id;
}

const ended = async (world: World, state?: SwapState) =>
  end(world, (await world.submit()).id, state);

async function payFor(world: World, id: SwapId) {
  await world.quote(id);
  await world.swapData(id);
  const { leaseId } = leased(await world.lease(id));
  const txId = randomTxId();
  return { leaseId, txId, result: await world.commit(id, leaseId, { txId }) };
}

export function describeReplacing(under: Under): void {
  describe('replacing', () => {
    it('refuses a swap that a person was to pay: they may still pay its deposit', async () => {
      const world = await newWorld(under());
      const byHand = await world.submit({ flow: 'deposit-by-hand' });
      const id = await end(world, byHand.id, 'cancelled');
      expect(await edit(world, id, { change: { flow: 'wallet' } })).toMatchObject(
        refused('PAYMENT_MAY_LAND'),
      );
      const around = {
        ...{ idempotencyKey: randomUUID(), bodyHash: hash('b'), retryOf: id },
        isEdit: true as const,
        job: world.job({ amount: 7n }),
      };
      await expect(world.journal.submit(around)).rejects.toMatchObject({
        details: { constraint: 'swaps_edit_of_no_manual_deposit' },
      });
      expect(await retry(world, id)).toMatchObject({ kind: 'retried', created: true });
    });

    it.each<SwapState>(['failed', 'expired', 'cancelled'])(
      'gives the place of a swap that is %s to one with another job, and each names the other',
      async (state) => {
        const world = await newWorld(under());
        const id = await ended(world, state);
        const old = (await world.snapshot(id)).swap;
        const { swap, created, lane } = replaced(await edit(world, id));
        expect(created).toBe(true);
        expect(lane).toMatchObject({ chain: world.chain });
        expect((await world.snapshot(swap.id)).swap).toMatchObject({
          replaces: id,
          state: 'requested',
          job: { amount: 7n },
        });
        expect(swap.retryOf).toBeUndefined();
        const view = await world.journal.findSwap(id);
        expect(view?.replacedBy).toBe(swap.id);
        expect(view?.retriedBy).toBeUndefined();
        expect((await world.journal.events(id)).at(-1)).toMatchObject({
          type: 'replaced',
          data: { by: swap.id },
        });
        expect((await world.snapshot(id)).swap).toMatchObject({ state, version: old.version });
        committed((await payFor(world, swap.id)).result);
      },
    );

    it('leaves nothing to retry, and names the new swap', async () => {
      const world = await newWorld(under());
      const id = await ended(world);
      const { swap } = replaced(await edit(world, id));
      await end(world, swap.id);
      const named = {
        ...refused('SWAP_REPLACED').refusal,
        message: expect.stringContaining(swap.id),
      };
      expect(await retry(world, id)).toMatchObject({ kind: 'refused', refusal: named });
      expect(await edit(world, id)).toMatchObject({ kind: 'refused', refusal: named });
      const [subject] = await world.journal.bulkSubjects([id]);
      expect(subject?.successor).toMatchObject({ swapId: swap.id, as: 'edit' });
      const next = replaced(await edit(world, swap.id));
      expect(next.swap.replaces).toBe(swap.id);
      await end(world, next.swap.id);
      expect(await retry(world, next.swap.id)).toMatchObject({ kind: 'retried', created: true });
    });

    it('is refused for a swap that goes on, may have paid, or has paid', async () => {
      const world = await newWorld(under());
      expect(await edit(world, await world.ready())).toMatchObject(refused('SWAP_NOT_ENDED'));
      const waiting = await end(world, await world.ready(), 'needs_review');
      expect(await edit(world, waiting)).toMatchObject(refused('SWAP_NOT_ENDED'));
      const { id, leaseId, txId } = await world.paid();
      expect(await edit(world, id)).toMatchObject(refused('PAYMENT_MAY_LAND'));
      await world.journal.cancel(id);
      expect(await edit(world, id)).toMatchObject(refused('PAYMENT_MAY_LAND'));
      await world.prove(id, leaseId, { txId });
      expect(await edit(world, id)).toMatchObject(refused('PAYMENT_LANDED'));
      const refunded = await world.paid();
      await world.prove(refunded.id, refunded.leaseId, { txId: refunded.txId });
      await world.settle(refunded.id, { state: 'refunded', fundsState: 'returned' });
      expect(await edit(world, refunded.id)).toMatchObject(refused('PAYMENT_LANDED'));
      const unknown = await world.submit();
      await world.journal.transition({
        ...{ swapId: unknown.id, version: unknown.version },
        ...{ state: 'failed', fundsState: 'unknown' },
      });
      expect(await edit(world, unknown.id)).toMatchObject(refused('FUNDS_UNKNOWN'));
      await expect(edit(world, randomUUID() as SwapId)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    });

    it('is refused for a swap that another one tries again', async () => {
      const world = await newWorld(under());
      const id = await ended(world);
      const result = await retry(world, id);
      if (result.kind !== 'retried') throw new Error('refused');
      expect(await edit(world, id)).toMatchObject({
        kind: 'refused',
        refusal: { code: 'SWAP_RETRIED', message: expect.stringContaining(result.swapId) },
      });
    });

    it('makes one swap of one key, however often and concurrently it is requested', async () => {
      const world = await newWorld(under());
      const id = await ended(world);
      const key = randomUUID();
      const results = (
        await Promise.all(Array.from({ length: 8 }, () => edit(world, id, { key })))
      ).map(replaced);
      expect(new Set(results.map(({ swap }) => swap.id))).toEqual(
        new Set([replacementId(id, key)]),
      );
      expect(results.filter(({ created }) => created)).toHaveLength(1);
      await end(world, results[0]!.swap.id);
      expect(replaced(await edit(world, id, { key })).swap).toMatchObject({
        id: results[0]!.swap.id,
        state: 'failed',
      });
      await expect(edit(world, id, { key, bodyHash: hash('c') })).rejects.toMatchObject({
        code: 'IDEMPOTENCY_CONFLICT',
      });
    });

    it('and other edits and retries at the same moment: one of them gets the place', async () => {
      const world = await newWorld(under());
      for (let round = 0; round < 6; round++) {
        const id = await ended(world);
        const acts: (() => Promise<{ kind: string }>)[] = [
          () => edit(world, id),
          () => retry(world, id),
          () => edit(world, id),
        ];
        const shifted = [...acts.slice(round % 3), ...acts.slice(0, round % 3)];
        const kinds = (await Promise.all(shifted.map((act) => act()))).map(({ kind }) => kind);
        expect(kinds.filter((kind) => kind !== 'refused')).toHaveLength(1);
        const later = await world.raw(`select id from swaps where retry_of = '${id}'`);
        expect(later).toHaveLength(1);
      }
    });

    it('and a commit or a cancel of the old swap at the same moment never both pay', async () => {
      const world = await newWorld(under());
      for (let round = 0; round < 8; round++) {
        const id = await world.ready();
        const { leaseId } = leased(await world.lease(id));
        const acts: (() => Promise<{ kind: string }>)[] = [
          () => world.commit(id, leaseId),
          async () => {
            await world.journal.cancel(id);
            return edit(world, id);
          },
        ];
        const results = await Promise.all(
          (round % 2 === 0 ? acts : acts.reverse()).map((act) => act()),
        );
        const kinds = results.map(({ kind }) => kind).sort();
        expect([
          ['committed', 'refused'],
          ['refused', 'replaced'],
        ]).toContainEqual(kinds);
      }
    });

    it('takes a key that a plain submission has at the same moment only once', async () => {
      const world = await newWorld(under());
      const id = await ended(world);
      const key = randomUUID();
      const plain = () =>
        world.journal.submit({ idempotencyKey: key, bodyHash: hash('p'), job: world.job() });
      const results = await Promise.allSettled([edit(world, id, { key }), plain()]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'IDEMPOTENCY_CONFLICT' },
      });
      const stored = await world.raw(`select id from swaps where idem_key = '${key}'`);
      expect(stored).toHaveLength(1);
    });

    it('never lets the old swap pay, whatever the program does, and keeps who is edited', async () => {
      const world = await newWorld(under());
      const id = await end(world, await world.ready());
      const { swap } = replaced(await edit(world, id));
      await world.raw(`update swaps set state = 'requested' where id = '${id}'`);
      await world.quote(id);
      await world.swapData(id);
      const { leaseId } = leased(await world.lease(id));
      await expect(world.commit(id, leaseId)).rejects.toMatchObject(p5);
      expect(stepOf(await world.snapshot(id), 'swap')?.lease?.attempts).toEqual([]);
      await expect(
        world.raw(`update swaps set is_edit = false where id = '${swap.id}'`),
      ).rejects.toThrow();
    });
  });
}
