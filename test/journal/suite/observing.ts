import { describe, expect, it } from 'vitest';
import { decide } from '../../../src/core/decide/decide.ts';
import { defaultPolicy } from '../../../src/core/decide/policy.ts';
import type { Attempt, Inclusion } from '../../../src/core/swap/swap.ts';
import {
  committed,
  included,
  newWorld,
  type Paid,
  randomTxId,
  stepOf,
  type Under,
  type World,
} from './fixture.ts';

async function attemptsOf({ snapshot }: World, { id }: Pick<Paid, 'id'>): Promise<Attempt[]> {
  return stepOf(await snapshot(id), 'swap')?.lease?.attempts ?? [];
}

async function statuses(world: World, paid: Pick<Paid, 'id'>): Promise<string[]> {
  return (await attemptsOf(world, paid)).map(({ inclusion }) => inclusion.status);
}

export function describeObserving(under: Under): void {
  describe('observing', () => {
    it('stores the inclusion of an attempt and makes its swap due, once per change', async () => {
      const world = await newWorld(under());
      const paid = await world.paid();
      const { id, txId } = paid;
      const before = await world.version(id);
      expect(await world.observe({ [txId]: { status: 'unseen' } })).toEqual([]);
      expect(await world.observe({ [txId]: { status: 'pending' } })).toEqual([
        { swapId: id, version: before + 1 },
      ]);
      expect(await world.observe({ [txId]: { status: 'pending' } })).toEqual([]);
      expect(await world.observe({ [txId]: included(99n) })).toEqual([
        { swapId: id, version: before + 2 },
      ]);
      expect(await world.observe({ [txId]: included(99n) })).toEqual([]);
      expect(await world.version(id)).toBe(before + 2);
      expect((await attemptsOf(world, paid))[0]).toMatchObject({
        inclusion: included(99n),
        progressed: false,
      });
      expect(await world.journal.dueSwaps(10_000)).toContainEqual({
        swapId: id,
        version: before + 2,
      });
      expect((await world.journal.events(id)).at(-1)).toMatchObject({
        type: 'attempt_observed',
        data: {
          attempts: [{ txId, before: 'pending', status: 'included', block: '99', succeeded: true }],
        },
      });
    });

    it('makes the swap due once more when its attempt is deep enough to continue', async () => {
      const world = await newWorld(under());
      const paid = await world.paid();
      const seen = { [paid.txId]: included(99n) };
      await world.observe(seen, { latest: 99n });
      expect(await world.observe(seen, { latest: 101n })).toEqual([]);
      expect(await world.observe(seen, { latest: 102n })).toHaveLength(1);
      expect((await attemptsOf(world, paid))[0]?.progressed).toBe(true);
      expect(await world.observe(seen, { latest: 103n })).toEqual([]);
    });

    it('marks an attempt that is deep enough at its first observation', async () => {
      const world = await newWorld(under());
      const paid = await world.paid();
      expect(await world.observe({ [paid.txId]: included(90n) })).toHaveLength(1);
      expect((await attemptsOf(world, paid))[0]?.progressed).toBe(true);
      expect(await world.observe({ [paid.txId]: included(90n) })).toEqual([]);
    });

    it('reverts an inclusion after a reorg', async () => {
      const world = await newWorld(under());
      const paid = await world.paid();
      await world.observe({ [paid.txId]: included(90n) });
      expect(await world.observe({ [paid.txId]: { status: 'pending' } })).toHaveLength(1);
      expect((await attemptsOf(world, paid))[0]).toMatchObject({
        inclusion: { status: 'pending' },
        progressed: false,
      });
      expect(
        await world.raw(
          `select included_block from reservations where lease_id = '${paid.leaseId}'`,
        ),
      ).toEqual([{ included_block: null }]);
      expect(await world.observe({ [paid.txId]: included(99n) })).toHaveLength(1);
      expect((await attemptsOf(world, paid))[0]).toMatchObject({
        inclusion: included(99n),
        progressed: false,
      });
    });

    it('lets a reorg swap which attempt of a lease is included', async () => {
      const world = await newWorld(under());
      const paid = await world.paid();
      const cancelTxId = randomTxId();
      committed(await world.commit(paid.id, paid.leaseId, { kind: 'cancel', txId: cancelTxId }));
      await world.observe({ [paid.txId]: included(90n), [cancelTxId]: { status: 'unseen' } });
      expect(await statuses(world, paid)).toEqual(['included', 'unseen']);
      // In any order of the attempts.
      await world.observe({ [cancelTxId]: included(91n), [paid.txId]: { status: 'unseen' } });
      expect(await statuses(world, paid)).toEqual(['unseen', 'included']);
      await world.observe({ [paid.txId]: included(92n), [cancelTxId]: { status: 'unseen' } });
      expect(await statuses(world, paid)).toEqual(['included', 'unseen']);
      await world.observe({ [paid.txId]: { status: 'unseen' }, [cancelTxId]: included(93n) });
      expect(await statuses(world, paid)).toEqual(['unseen', 'included']);
      await world.observe({ [cancelTxId]: { status: 'unseen' }, [paid.txId]: included(94n) });
      expect(await statuses(world, paid)).toEqual(['included', 'unseen']);
    });

    it('rejects an observation that shows two attempts of one lease', async () => {
      const world = await newWorld(under());
      const paid = await world.paid();
      const cancelTxId = randomTxId();
      committed(await world.commit(paid.id, paid.leaseId, { kind: 'cancel', txId: cancelTxId }));
      const both = world.observe({ [paid.txId]: included(90n), [cancelTxId]: included(90n) });
      await expect(both).rejects.toMatchObject({
        code: 'JOURNAL_BROKEN_INVARIANT',
        details: { constraint: 'attempts_one_included_per_lease' },
      });
      expect(await statuses(world, paid)).toEqual(['unseen', 'unseen']);
    });

    it('reverts no final attempt for an endpoint that has less of the chain', async () => {
      const world = await newWorld(under());
      const paid = await world.paid();
      expect(await world.observe({ [paid.txId]: included(40n, 'final') })).toHaveLength(1);
      const before = await world.version(paid.id);
      expect(await world.observe({ [paid.txId]: { status: 'unseen' } }, { final: 39n })).toEqual(
        [],
      );
      expect(await world.observe({ [paid.txId]: included(41n) }, { final: 39n })).toEqual([]);
      expect(await world.observe({ [paid.txId]: included(40n) })).toEqual([]);
      expect(await statuses(world, paid)).toEqual(['final']);
      expect(await world.version(paid.id)).toBe(before);
    });

    it.each<[string, Inclusion, string]>([
      ['nowhere', { status: 'unseen' }, 'unseen'],
      ['in another block', included(41n), 'included'],
      ['failed', included(40n, 'final', false), 'final'],
    ])(
      'takes back what was final where a final block that is not older shows it %s',
      async (_, seen, status) => {
        const world = await newWorld(under());
        const paid = await world.paid();
        await world.observe({ [paid.txId]: included(40n, 'final') });
        expect(await world.observe({ [paid.txId]: seen })).toHaveLength(1);
        expect((await attemptsOf(world, paid))[0]?.inclusion).toEqual(seen);
        expect(await statuses(world, paid)).toEqual([status]);
        expect(
          await world.raw(
            `select included_block from reservations where lease_id = '${paid.leaseId}'`,
          ),
        ).toEqual([{ included_block: 'block' in seen ? seen.block.number : null }]);
      },
    );

    it('reverts a final attempt of a false block', async () => {
      const world = await newWorld(under());
      const paid = await world.paid();
      const nowhere = 2n ** 40n;
      await world.observe(
        { [paid.txId]: included(nowhere, 'final') },
        { latest: nowhere, final: nowhere },
      );
      await world.observe({ [paid.txId]: included(99n) });
      expect((await attemptsOf(world, paid))[0]?.inclusion).toEqual(included(99n));
    });

    it('proves what landed after an endpoint showed another attempt of the lease as final', async () => {
      const world = await newWorld(under());
      const paid = await world.paid();
      const bumpTxId = randomTxId();
      committed(await world.commit(paid.id, paid.leaseId, { kind: 'bump', txId: bumpTxId }));
      await world.observe({
        [paid.txId]: included(40n, 'final'),
        [bumpTxId]: { status: 'unseen' },
      });
      await world.observe({
        [paid.txId]: { status: 'unseen' },
        [bumpTxId]: included(45n, 'final'),
      });
      await world.prove(paid.id, paid.leaseId, { txId: bumpTxId, block: 45n });
      expect(stepOf(await world.snapshot(paid.id), 'swap')?.outcome).toBe('landed');
      expect(await statuses(world, paid)).toEqual(['unseen', 'final']);
    });

    it('knows which leases are used up at the final block', async () => {
      const world = await newWorld(under());
      const [first, second] = [await world.paid(), await world.paid()];
      const nothing = {
        [first.txId]: { status: 'unseen' },
        [second.txId]: { status: 'unseen' },
      } as const;
      const at = (nonce: bigint): { finalNonces: [string, bigint][] } => ({
        finalNonces: [[world.wallet.address, nonce]],
      });
      const usedUp = async (): Promise<(boolean | undefined)[]> =>
        Promise.all(
          [first, second].map(
            async ({ id }) => stepOf(await world.snapshot(id), 'swap')?.lease?.overAtFinal,
          ),
        );
      expect(await world.observe(nothing, at(0n))).toEqual([]);
      expect(await usedUp()).toEqual([false, false]);
      const later = { ...at(1n), final: 51n };
      expect((await world.observe(nothing, later)).map(({ swapId }) => swapId)).toEqual([first.id]);
      expect(await usedUp()).toEqual([true, false]);
      expect(await world.observe(nothing, later)).toEqual([]);
      // An endpoint that lags behind reverts nothing.
      expect(await world.observe(nothing, { ...at(0n), final: 49n })).toEqual([]);
      expect(await usedUp()).toEqual([true, false]);
    });

    /** The worker's next decision for a payment that was sent a while ago. */
    async function nextFor(world: World, { id, attemptId }: Paid): Promise<string> {
      await world.journal.recordSent(attemptId, { kind: 'accepted' });
      const later = Date.now() + defaultPolicy.resendAfter;
      return decide(await world.snapshot(id), { kind: 'none' }, later, defaultPolicy).kind;
    }

    it.each([
      ['of the same final block', {}],
      ['of a later final block', { latest: 101n, final: 51n }],
    ])(
      'sends a payment again whose nonce one endpoint showed as used, after an answer %s',
      async (_, head) => {
        const world = await newWorld(under());
        const paid = await world.paid();
        const seen = { [paid.txId]: { status: 'unseen' } } as const;
        const { address } = world.wallet;
        await world.observe(seen, { finalNonces: [[address, 10n]] });
        expect(await nextFor(world, paid)).toBe('prove');
        expect(await world.observe(seen, { finalNonces: [[address, 0n]], ...head })).toHaveLength(
          1,
        );
        expect(await nextFor(world, paid)).toBe('broadcast');
        expect((await world.journal.events(paid.id)).at(-2)).toMatchObject({
          type: 'attempt_observed',
          data: { openAgain: ['0'] },
        });
        // Of two answers about one block the lower one counts, in any order.
        expect(await world.observe(seen, { finalNonces: [[address, 10n]], ...head })).toEqual([]);
        expect(await nextFor(world, paid)).toBe('broadcast');
        expect(
          await world.observe(seen, { finalNonces: [[address, 1n]], latest: 102n, final: 52n }),
        ).toHaveLength(1);
        expect(await nextFor(world, paid)).toBe('prove');
      },
    );

    it.each([
      [10n, 0n, 'broadcast'],
      [0n, 10n, 'prove'],
    ])(
      'believes a nonce after one that was read at a height from nowhere: %s, then %s',
      async (told, read, next) => {
        const world = await newWorld(under());
        const paid = await world.paid();
        const seen = { [paid.txId]: { status: 'unseen' } } as const;
        const { address } = world.wallet;
        const nowhere = 2n ** 40n;
        await world.observe(seen, {
          finalNonces: [[address, told]],
          latest: nowhere + 50n,
          final: nowhere,
        });
        await world.observe(seen, { finalNonces: [[address, read]] });
        expect(await nextFor(world, paid)).toBe(next);
      },
    );

    it('stores at which block a nonce was read, for a later check', async () => {
      const world = await newWorld(under());
      const paid = await world.paid();
      await world.observe(
        { [paid.txId]: { status: 'unseen' } },
        { finalNonces: [[world.wallet.address, 1n]] },
      );
      const stored = `select final_nonce, final_nonce_block, final_nonce_hash from wallet_chain where wallet_id = '${world.wallet.id}'`;
      expect(await world.raw(stored)).toEqual([
        { final_nonce: 1n, final_nonce_block: 50n, final_nonce_hash: '0x50' },
      ]);
    });

    it('drops an overtaken observation, even if its head is higher', async () => {
      const world = await newWorld(under());
      const { id, txId } = await world.paid();
      const { since } = await world.journal.openAttempts(world.chain);
      await world.observe({ [txId]: included(99n) }, { latest: 100n, final: 90n });
      expect(
        await world.observe({ [txId]: { status: 'unseen' } }, { latest: 104n, final: 94n, since }),
      ).toEqual([]);
      const { steps } = await world.snapshot(id);
      expect(steps[0]?.lease?.attempts[0]?.inclusion.status).toBe('included');
      expect(
        await world.raw(`select latest, final from chain_heads where chain = '${world.chain}'`),
      ).toEqual([{ latest: 100n, final: 90n }]);
    });

    it('accepts what follows after an endpoint reported a false height', async () => {
      const world = await newWorld(under());
      const { id, txId } = await world.paid();
      const nowhere = 2n ** 40n;
      await world.observe(
        { [txId]: { status: 'pending' } },
        { latest: nowhere, final: nowhere - 10n },
      );
      expect(
        await world.observe({ [txId]: included(99n) }, { latest: 100n, final: 90n }),
      ).toHaveLength(1);
      const { steps } = await world.snapshot(id);
      expect(steps[0]?.lease?.attempts[0]?.inclusion).toMatchObject({
        status: 'included',
        block: { number: 99n },
      });
      expect(
        await world.raw(`select latest, final from chain_heads where chain = '${world.chain}'`),
      ).toEqual([{ latest: 100n, final: 90n }]);
    });

    it('handles many swaps in one observation, and touches no other', async () => {
      const world = await newWorld(under());
      const paid: Paid[] = [];
      for (let count = 0; count < 20; count++) paid.push(await world.paid());
      const bystander = await world.paid();
      const before = await world.version(bystander.id);
      const seen = Object.fromEntries(paid.map(({ txId }) => [txId, included(99n)]));
      const changed = await world.observe({ ...seen, [bystander.txId]: { status: 'unseen' } });
      expect(changed.map(({ swapId }) => swapId).sort()).toEqual(paid.map(({ id }) => id).sort());
      expect(await world.version(bystander.id)).toBe(before);
    });

    it('tolerates two observers at once', async () => {
      const world = await newWorld(under());
      const paid = await Promise.all([1, 2, 3].map(async () => world.ready()));
      expect(paid).toHaveLength(3);
      const one = await world.paid();
      const results = await Promise.all(
        [1, 2, 3, 4].map(() => world.observe({ [one.txId]: included(99n) })),
      );
      expect(results.flat()).toHaveLength(1);
    });
  });
}
