import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import type { SwapState } from '../../../src/core/swap/swap.ts';
import type { RetryResult } from '../../../src/ports/stores/swap-store.ts';
import {
  committed,
  hash,
  hour,
  included,
  leased,
  newWorld,
  randomTxId,
  stepOf,
  type Under,
  type World,
} from './fixture.ts';

const now = Date.UTC(2040, 0, 1);
const retry = (world: World, id: SwapId, maxGenerations = 3): Promise<RetryResult> =>
  world.journal.retry({ swapId: id, maxGenerations, now });

const refused = (code: string) => ({ kind: 'refused', refusal: { code } });

function retried(result: RetryResult): Extract<RetryResult, { kind: 'retried' }> {
  if (result.kind !== 'retried') throw new Error(`refused: ${result.refusal.code}`);
  return result;
}

async function to(world: World, id: SwapId, state: SwapState): Promise<void> {
  const reason = { code: 'X', message: 'x' };
  await world.journal.transition({
    swapId: id,
    version: await world.version(id),
    state,
    fundsState: 'untouched',
    reason,
  });
}

/** A swap that ended with nothing paid. */
async function ended(world: World, state: SwapState = 'failed'): Promise<SwapId> {
  const { id } = await world.submit();
  await to(world, id, state);
  return id;
}

/** The order, lease and commit of a payment for an existing swap. */
async function payFor(world: World, id: SwapId) {
  await world.quote(id);
  await world.swapData(id);
  const { leaseId } = leased(await world.lease(id));
  const txId = randomTxId();
  return { leaseId, txId, result: await world.commit(id, leaseId, { txId }) };
}

export function describeRetrying(under: Under): void {
  describe('retrying', () => {
    it.each<SwapState>(['requested', 'quoted', 'needs_review', 'awaiting_approval'])(
      'gives a swap that is %s with nothing signed a new order at once, and counts failures from zero',
      async (state) => {
        const world = await newWorld(under());
        const id = await world.ready();
        const before = (await world.snapshot(id)).order!.id;
        if (state === 'requested') {
          const reason = { code: 'X', message: 'x' };
          await world.journal.closeOrder({ swapId: id, version: await world.version(id), reason });
        } else if (state !== 'quoted') await to(world, id, state);
        const version = await world.version(id);
        await world.journal.wait({ swapId: id, version, holder: 'h', delay: hour, failed: true });

        const result = retried(await retry(world, id));
        expect(result).toEqual({
          kind: 'retried',
          swapId: id,
          version: version + 1,
          created: false,
        });
        const { swap, order } = await world.snapshot(id);
        expect(swap).toMatchObject({
          state: 'requested',
          fundsState: 'untouched',
          consecutiveFailures: 0,
        });
        expect(swap.reason).toBeUndefined();
        expect(order).toBeUndefined();
        expect(await world.journal.dueSwaps(10_000)).toContainEqual({
          swapId: id,
          version: result.version,
        });
        expect((await world.journal.events(id)).at(-1)).toMatchObject({
          type: 'retried',
          data: { from: state },
        });
        expect(await world.quote(id)).not.toBe(before);
      },
    );

    it('voids a lease under which nothing is signed: a worker that was about to sign has lost it', async () => {
      const world = await newWorld(under());
      const id = await world.ready();
      const { leaseId, nonce } = leased(await world.lease(id));
      retried(await retry(world, id));
      expect(await world.commit(id, leaseId)).toEqual({ kind: 'refused', why: 'lease_lost' });
      await world.quote(id);
      await world.swapData(id);
      expect(leased(await world.lease(id)).nonce).toBe(nonce);
      expect(stepOf(await world.snapshot(id), 'swap')).toMatchObject({ generation: 1 });
    });

    it('and a commit at the same moment come one after the other', async () => {
      const world = await newWorld(under());
      for (let round = 0; round < 12; round++) {
        const id = await world.ready();
        const { leaseId } = leased(await world.lease(id));
        const calls = [() => world.commit(id, leaseId), () => retry(world, id)];
        const results = await Promise.all(
          (round % 2 === 0 ? calls : calls.reverse()).map((call) => call()),
        );
        const kinds = results.map(({ kind }) => kind).sort();
        expect([
          ['committed', 'refused'],
          ['refused', 'retried'],
        ]).toContainEqual(kinds);
        expect((await world.snapshot(id)).steps).toHaveLength(1);
      }
    });

    it('opens the next generation if the payment is proven to have failed, a bounded number of times', async () => {
      const world = await newWorld(under());
      const first = await world.paid();
      const { id } = first;
      await world.prove(id, first.leaseId, { txId: first.txId, succeeded: false });
      await to(world, id, 'needs_review');
      retried(await retry(world, id, 2));
      const second = await payFor(world, id);
      committed(second.result);
      expect(stepOf(await world.snapshot(id), 'swap')).toMatchObject({
        generation: 2,
        outcome: 'open',
      });
      await world.prove(id, second.leaseId, { txId: second.txId, succeeded: false });
      expect(await retry(world, id, 2)).toMatchObject(refused('RETRIES_SPENT'));
    });

    it('is refused while the payment may land, however it is observed, and names the missing proof', async () => {
      const world = await newWorld(under());
      const { id, leaseId, txId, nonce } = await world.paid();
      const missing = async () => {
        expect(await retry(world, id)).toMatchObject({
          kind: 'refused',
          refusal: { code: 'PAYMENT_MAY_LAND', message: expect.stringContaining(txId) },
        });
      };
      await missing();
      await to(world, id, 'needs_review');
      await missing();
      // A failure that is not final, the reorg that reverts it, and the success after it.
      await world.observe({ [txId]: included(90n, 'included', false) }, { latest: 100n });
      await missing();
      await world.observe({ [txId]: { status: 'pending' } }, { latest: 101n });
      await missing();
      const cancelTxId = randomTxId();
      committed(await world.commit(id, leaseId, { kind: 'cancel', txId: cancelTxId }));
      await world.observe({ [cancelTxId]: included(102n) }, { latest: 103n });
      await missing();
      await world.observe(
        { [cancelTxId]: { status: 'pending' }, [txId]: included(103n) },
        { latest: 104n },
      );
      await missing();
      await world.observe({ [txId]: included(103n, 'final') }, { final: 110n, latest: 120n });
      await missing();
      expect((await retry(world, id)) as object).toMatchObject({
        refusal: {
          message: expect.stringContaining(
            `nonce ${nonce} of ${world.wallet.address} on ${world.chain}`,
          ),
        },
      });
      await world.prove(id, leaseId, { txId, block: 103n });
      expect(await retry(world, id)).toMatchObject(refused('PAYMENT_LANDED'));
    });

    it.each(['settled', 'refunded'] as const)(
      'is refused after the payment landed and the swap is %s',
      async (state) => {
        const world = await newWorld(under());
        const { id, leaseId, txId } = await world.paid();
        await world.prove(id, leaseId, { txId });
        await world.settle(id, { state, fundsState: state === 'settled' ? 'moved' : 'returned' });
        expect(await retry(world, id)).toMatchObject(refused('PAYMENT_LANDED'));
      },
    );

    it('is refused if an external transaction used the nonce, whatever the state is', async () => {
      const world = await newWorld(under());
      const { id, leaseId } = await world.paid();
      await world.prove(id, leaseId, { stranger: true });
      expect(await retry(world, id)).toMatchObject(refused('FUNDS_UNKNOWN'));
      await to(world, id, 'failed');
      expect(await retry(world, id)).toMatchObject(refused('FUNDS_UNKNOWN'));
    });

    it('is refused after an end with the funds unknown', async () => {
      const world = await newWorld(under());
      const { id, version } = await world.submit();
      await world.journal.transition({
        swapId: id,
        version,
        state: 'failed',
        fundsState: 'unknown',
      });
      expect(await retry(world, id)).toMatchObject(refused('FUNDS_UNKNOWN'));
    });

    it('is refused while a request to cancel waits for the chain, and makes another swap after it', async () => {
      const world = await newWorld(under());
      const { id, leaseId } = await world.paid();
      await world.journal.cancel(id);
      expect(await retry(world, id)).toMatchObject(refused('PAYMENT_MAY_LAND'));
      const txId = randomTxId();
      committed(await world.commit(id, leaseId, { kind: 'cancel', txId }));
      await world.prove(id, leaseId, { txId });
      expect(await retry(world, id)).toMatchObject(refused('CANCEL_PENDING'));
      await to(world, id, 'cancelled');
      expect(retried(await retry(world, id))).toMatchObject({ created: true });
    });

    it.each<SwapState>(['failed', 'expired', 'cancelled'])(
      'makes another swap of one that is %s with nothing paid, with as much time as that one had',
      async (state) => {
        const world = await newWorld(under());
        const id = await ended(world, state);
        const old = (await world.snapshot(id)).swap;
        const result = retried(await retry(world, id));
        expect(result).toMatchObject({ created: true, version: 1 });
        const { swap } = await world.snapshot(result.swapId);
        expect(swap).toMatchObject({ retryOf: id, state: 'requested', fundsState: 'untouched' });
        const deadline = now + old.job.deadline - old.createdAt;
        expect(swap.job).toEqual({ ...old.job, deadline });
        expect((await world.journal.findSwap(id))?.retriedBy).toBe(swap.id);
        expect((await world.journal.events(id)).at(-1)).toMatchObject({
          type: 'retried',
          data: { as: swap.id },
        });
        expect((await world.snapshot(id)).swap).toMatchObject({ state, version: old.version });
      },
    );

    it('creates the same other swap, however often and concurrently it is requested', async () => {
      const world = await newWorld(under());
      const id = await ended(world);
      const results = (await Promise.all(Array.from({ length: 10 }, () => retry(world, id)))).map(
        retried,
      );
      expect(new Set(results.map(({ swapId }) => swapId)).size).toBe(1);
      expect(results.filter(({ created }) => created)).toHaveLength(1);
      const other = results[0]!.swapId;
      await to(world, other, 'failed');
      expect(retried(await retry(world, id))).toMatchObject({ swapId: other, created: false });
      const third = retried(await retry(world, other));
      expect(third.created).toBe(true);
      expect((await world.snapshot(third.swapId)).swap.retryOf).toBe(other);
    });

    it('lets the last retry of a chain pay once', async () => {
      const world = await newWorld(under());
      const first = await ended(world);
      const second = retried(await retry(world, first)).swapId;
      const { leaseId, txId, result } = await payFor(world, second);
      committed(result);
      expect(await retry(world, second)).toMatchObject(refused('PAYMENT_MAY_LAND'));
      await world.prove(second, leaseId, { txId, succeeded: false });
      await to(world, second, 'failed');
      const third = retried(await retry(world, second)).swapId;
      committed((await payFor(world, third)).result);
      const payments = await world.raw(
        `select st.outcome from steps st where st.swap_id in ('${first}', '${second}', '${third}') order by st.position`,
      );
      expect(payments).toEqual([{ outcome: 'reverted_final' }, { outcome: 'open' }]);
    });
  });

  describe('the schema refuses, whatever the program does,', () => {
    const p5 = { details: { constraint: 'p5_one_payment_per_chain_of_retries' } };
    const submitRetry = (world: World, retryOf: SwapId) =>
      world.journal.submit({
        idempotencyKey: randomUUID(),
        bodyHash: hash('a'),
        retryOf,
        job: world.job(),
      });
    const rogueAttempt = (world: World, leaseId: string, kind: string) =>
      world.raw(`insert into attempts (id, lease_id, family, chain, seq, kind, tx_id, bytes, fee)
        values ('${randomUUID()}', '${leaseId}', 'evm', '${world.chain}', 9, '${kind}', '${randomTxId()}', '0x', '{}')`);

    it('another swap for one that has not ended, has paid, or may have paid', async () => {
      const world = await newWorld(under());
      await expect(submitRetry(world, await world.ready())).rejects.toMatchObject(p5);
      await expect(submitRetry(world, (await world.paid()).id)).rejects.toMatchObject(p5);
      const landed = await world.paid();
      await world.prove(landed.id, landed.leaseId, { txId: landed.txId });
      await to(world, landed.id, 'failed');
      await expect(submitRetry(world, landed.id)).rejects.toMatchObject(p5);
      const { id, version } = await world.submit();
      await world.journal.transition({
        swapId: id,
        version,
        state: 'failed',
        fundsState: 'unknown',
      });
      await expect(submitRetry(world, id)).rejects.toMatchObject(p5);
    });

    it('two other swaps for one', async () => {
      const world = await newWorld(under());
      const id = await ended(world);
      expect((await submitRetry(world, id)).swap.retryOf).toBe(id);
      await expect(submitRetry(world, id)).rejects.toMatchObject({
        details: { constraint: 'swaps_retry_of_unique' },
      });
    });

    it('a payment of a swap that is retried, even if it is reopened, but not its cancel', async () => {
      const world = await newWorld(under());
      const id = await world.ready();
      await to(world, id, 'failed');
      retried(await retry(world, id));
      await world.raw(`update swaps set state = 'requested' where id = '${id}'`);
      await world.quote(id);
      await world.swapData(id);
      const { leaseId } = leased(await world.lease(id));
      await expect(world.commit(id, leaseId)).rejects.toMatchObject(p5);
      await rogueAttempt(world, leaseId, 'cancel');
    });

    it('a payment whose predecessor, however far back, has one that may land', async () => {
      const world = await newWorld(under());
      const first = await ended(world);
      const second = retried(await retry(world, first)).swapId;
      await to(world, second, 'failed');
      const third = retried(await retry(world, second)).swapId;
      await world.quote(third);
      await world.swapData(third);
      const held = leased(await world.lease(third));
      // Evidence that no end should allow, written directly into the database, like a bug would.
      const [step, lease] = [randomUUID(), randomUUID()];
      await world.raw(`insert into steps (id, swap_id, wallet_id, chain, kind, generation)
        values ('${step}', '${first}', '${world.wallet.id}', '${world.chain}', 'swap', 1)`);
      await world.raw(`insert into leases (id, family, chain, wallet_id, account, nonce, key, native_token, holder, held_until, state)
        values ('${lease}', 'evm', '${world.chain}', '${world.wallet.id}', 'a', 99, '${lease}', 'n', 'h', now(), 'signed')`);
      await world.raw(`insert into lease_steps (lease_id, step_id) values ('${lease}', '${step}')`);
      await expect(world.commit(third, held.leaseId)).rejects.toMatchObject(p5);
      expect(stepOf(await world.snapshot(third), 'swap')?.lease?.attempts).toEqual([]);
    });
  });
}
