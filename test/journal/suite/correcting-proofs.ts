import { describe, expect, it } from 'vitest';
import type { Family } from '../../../src/core/chains.ts';
import { decide } from '../../../src/core/decide.ts';
import type { LeaseId, SwapId } from '../../../src/core/ids.ts';
import { defaultPolicy } from '../../../src/core/policy.ts';
import type { Inclusion, Step } from '../../../src/core/swap.ts';
import {
  committed,
  fee,
  included,
  leased,
  newWorld,
  type Paid,
  randomTxId,
  stepOf,
  type Under,
  type World,
} from './fixture.ts';
import { aLeg, decided, resolve, retry, timers, toReview } from './resolution.ts';

const gone: Inclusion = { status: 'unseen' };
const refusedBy = (constraint: string) => ({ code: 'JOURNAL_BROKEN_INVARIANT', details: { constraint } });

/** As if the time had come to compare the proof with the chain again. */
async function makeDue(world: World, leaseId: LeaseId): Promise<void> {
  await world.raw(`update leases set check_at = now() - interval '1 second' where id = '${leaseId}'`);
}

/** The chain shows something else than what was proven. */
async function contradict(
  world: World,
  { leaseId, txId }: Pick<Paid, 'leaseId' | 'txId'>,
  seen: Inclusion,
  beside: Parameters<World['observe']>[1] = {},
) {
  await makeDue(world, leaseId);
  return world.observe({ [txId]: seen }, { latest: 200n, final: 150n, ...beside });
}

/** The chain shows that nothing has used the lease. */
function unused({ wallet }: World, family: Family, coin: string): Parameters<World['observe']>[1] {
  if (family === 'bitcoin') return { finalSpends: new Map([[coin, false]]) };
  return { finalNonces: [[wallet.address, family === 'ton' ? 7n : 0n]] };
}

const payment = async (world: World, id: SwapId, generation = 1): Promise<Step | undefined> =>
  (await world.snapshot(id)).steps.find((step) => step.kind === 'swap' && step.generation === generation);

const eventsOf = async (world: World, id: SwapId, type: string) =>
  (await world.journal.events(id)).filter((event) => event.type === type);

const frozenReason = async ({ raw, wallet }: World): Promise<unknown> =>
  (await raw(`select frozen_reason from wallets where id = '${wallet.id}'`))[0]?.frozen_reason;

const proofsOf = ({ raw }: World, leaseId: LeaseId) =>
  raw(`select id, supersedes, evidence->'finding'->>'kind' as finding from proofs
       where evidence->>'leaseId' = '${leaseId}' order by created_at`);

/** The same payment again, in another generation. */
async function payAgain(world: World, id: SwapId): Promise<Pick<Paid, 'leaseId' | 'txId'>> {
  await closeOrder(world, id);
  await world.quote(id);
  await world.swapData(id);
  const { leaseId } = leased(await world.lease(id, { chainNonce: 1n }));
  const txId = randomTxId();
  committed(await world.commit(id, leaseId, { txId }));
  return { leaseId, txId };
}

const closeOrder = async (world: World, id: SwapId) =>
  world.journal.closeOrder({
    ...{ swapId: id, version: await world.version(id) },
    reason: { code: 'PAYMENT_REVERTED', message: 'the payment failed on its chain; only fees were spent' },
  });

/** A payment that one endpoint showed as failed for good, and that has landed. */
async function failedByMistake(world: World): Promise<Paid> {
  const paid = await world.paid();
  await world.prove(paid.id, paid.leaseId, { txId: paid.txId, succeeded: false, feePaid: 21n });
  return paid;
}

export function describeCorrectingProofs(under: Under): void {
  describe('correcting proofs', () => {
    it('compares a proven lease with its chain a few times, and then no more', async () => {
      const world = await newWorld(under());
      const paid = await world.paid();
      await world.prove(paid.id, paid.leaseId, { txId: paid.txId });
      const asked = async () => (await world.journal.openAttempts(world.chain)).attempts.map(({ txId }) => txId);
      const isPlanned = async () =>
        (await world.raw(`select check_at > now() as later from leases where id = '${paid.leaseId}'`))[0]?.later;
      for (let checks = 0; checks < 4; checks++) {
        expect(await asked()).toEqual([]);
        expect(await isPlanned()).toBe(true);
        await makeDue(world, paid.leaseId);
        expect(await asked()).toEqual([paid.txId]);
        expect(await world.observe({ [paid.txId]: included(90n, 'final') })).toEqual([]);
      }
      expect(await isPlanned()).toBe(null);
      expect(await asked()).toEqual([]);
      expect((await payment(world, paid.id))?.lease).not.toHaveProperty('doubt');
    });

    it('follows a payment that landed although it was proven to have failed', async () => {
      const world = await newWorld(under());
      const paid = await failedByMistake(world);
      const { id, leaseId, txId } = paid;
      const [first] = await proofsOf(world, leaseId);
      const orderId = (await payment(world, id))?.orderId;
      await closeOrder(world, id);
      await world.quote(id);
      expect(await contradict(world, paid, included(90n, 'final'))).toMatchObject([{ swapId: id }]);
      expect(await decided(world, id)).toMatchObject({ kind: 'prove' });
      await world.prove(id, leaseId, { txId, feePaid: 30n });

      const { swap, order, steps } = await world.snapshot(id);
      expect(steps).toMatchObject([{ outcome: 'landed', lease: { state: 'consumed' } }]);
      expect(swap).toMatchObject({ state: 'settling', fundsState: 'in_flight', isPaid: true, feeSpent: 30n });
      expect(order?.id).toBe(orderId);
      expect(await proofsOf(world, leaseId)).toEqual([
        first,
        { id: steps[0]?.proofId, supersedes: first?.id, finding: 'landed' },
      ]);
      expect(await eventsOf(world, id, 'proof_superseded')).toMatchObject([
        { data: { supersedes: first?.id, before: 'reverted_final', outcome: 'landed' } },
      ]);
      expect(await frozenReason(world)).toBeNull();
      expect(await retry(world, id)).toMatchObject({ refusal: { code: 'PAYMENT_LANDED' } });
      await expect(world.lease(id)).rejects.toMatchObject({ code: 'JOURNAL_BROKEN_INVARIANT' });
    });

    it('signs no other generation while a proof is in doubt, and gives up what was begun', async () => {
      const world = await newWorld(under());
      const paid = await failedByMistake(world);
      await closeOrder(world, paid.id);
      await world.quote(paid.id);
      await world.swapData(paid.id);
      const { leaseId } = leased(await world.lease(paid.id, { chainNonce: 1n }));
      await contradict(world, paid, included(90n, 'final'));
      await expect(world.commit(paid.id, leaseId)).rejects.toMatchObject(refusedBy('doubted_swaps_sign_nothing'));
      await world.prove(paid.id, paid.leaseId, { txId: paid.txId });
      expect((await world.snapshot(paid.id)).steps).toMatchObject([
        { generation: 1, outcome: 'landed' },
        { generation: 2, outcome: 'dead', lease: { state: 'void' } },
      ]);
      expect(await frozenReason(world)).toBeNull();
    });

    it('ends the doubt where the proof was right, and the swap goes on as it was', async () => {
      const world = await newWorld(under());
      const paid = await failedByMistake(world);
      await closeOrder(world, paid.id);
      await contradict(world, paid, included(90n, 'final'));
      await world.prove(paid.id, paid.leaseId, { txId: paid.txId, succeeded: false });
      expect(await payment(world, paid.id)).toMatchObject({ outcome: 'reverted_final' });
      expect((await payment(world, paid.id))?.lease).not.toHaveProperty('doubt');
      expect(await proofsOf(world, paid.leaseId)).toHaveLength(1);
      expect(await eventsOf(world, paid.id, 'proof_confirmed')).toHaveLength(1);
      expect(await decided(world, paid.id)).toMatchObject({ kind: 'quote' });
    });

    it.each(['signed', 'dead'])('freezes the wallet where the next generation is %s already', async (next) => {
      const world = await newWorld(under());
      const paid = await failedByMistake(world);
      const second = await payAgain(world, paid.id);
      if (next === 'dead') await world.prove(paid.id, second.leaseId, { txId: second.txId, succeeded: false });
      await contradict(world, paid, included(90n, 'final'));
      if (next === 'signed') {
        const bump = world.commit(paid.id, second.leaseId, { kind: 'bump' });
        await expect(bump).rejects.toMatchObject(refusedBy('doubted_swaps_sign_nothing'));
      }
      await world.prove(paid.id, paid.leaseId, { txId: paid.txId });

      const { swap, steps } = await world.snapshot(paid.id);
      expect(swap).toMatchObject({
        state: 'needs_review',
        fundsState: 'unknown',
        reason: { code: 'PROOF_CONTRADICTED' },
      });
      expect(swap.reason?.message).toContain('paid twice');
      expect(swap.reason?.message).toContain(paid.txId);
      expect(steps).toMatchObject([
        { outcome: 'reverted_final', disputed: true },
        { outcome: next === 'signed' ? 'open' : 'reverted_final' },
      ]);
      expect(await frozenReason(world)).toContain('paid twice');
      expect(await eventsOf(world, paid.id, 'proof_superseded')).toMatchObject([
        { data: { alert: 'PROOF_CONTRADICTED' } },
      ]);
      expect(await proofsOf(world, paid.leaseId)).toHaveLength(2);

      await world.raw(`update wallets set frozen_reason = null where id = '${world.wallet.id}'`);
      // What is signed is followed to its proof, and what it brings settles nothing by itself.
      if (next === 'signed') await world.prove(paid.id, second.leaseId, { txId: second.txId });
      expect((await decided(world, paid.id)).kind).toBe('wait');
      expect((await world.snapshot(paid.id)).swap.reason?.message).toContain(paid.txId);
      expect(await retry(world, paid.id)).toMatchObject({ kind: 'refused' });
      await resolve(world, paid.id, 'unpaid');
      expect(await retry(world, paid.id)).toMatchObject({ kind: 'refused' });
    });

    it('freezes the wallet where a swap that retries this one has signed a payment', async () => {
      const world = await newWorld(under());
      const paid = await failedByMistake(world);
      const reason = { code: 'PAYMENT_REVERTED', message: 'it failed' };
      const at = { swapId: paid.id, version: await world.version(paid.id) };
      await world.journal.transition({ ...at, state: 'failed', fundsState: 'untouched', reason });
      const again = await retry(world, paid.id);
      const other = again.kind === 'retried' ? again.swapId : paid.id;
      await world.quote(other);
      await world.swapData(other);
      const { leaseId } = leased(await world.lease(other, { chainNonce: 1n }));
      await contradict(world, paid, included(90n, 'final'));
      const constraint = 'p5_one_payment_per_chain_of_retries';
      await expect(world.commit(other, leaseId)).rejects.toMatchObject(refusedBy(constraint));
      // The doubt ends, and the retry signs.
      await world.prove(paid.id, paid.leaseId, { txId: paid.txId, succeeded: false });
      committed(await world.commit(other, leaseId));

      await contradict(world, paid, included(90n, 'final'));
      expect(await decided(world, paid.id)).toMatchObject({ kind: 'prove' });
      await world.prove(paid.id, paid.leaseId, { txId: paid.txId });
      expect((await world.snapshot(paid.id)).swap).toMatchObject({
        ...{ state: 'needs_review', endedAs: 'failed', fundsState: 'unknown' },
        reason: { code: 'PROOF_CONTRADICTED' },
      });
      expect(await payment(world, paid.id)).toMatchObject({ outcome: 'reverted_final', disputed: true });
      expect(await frozenReason(world)).toContain('paid twice');
      expect((await world.snapshot(other)).stopped?.code).toBe('WALLET_FROZEN');
    });

    it('tells a person of a payment that landed although its swap had ended with nothing paid', async () => {
      const world = await newWorld(under());
      const paid = await failedByMistake(world);
      const reason = { code: 'PAYMENT_REVERTED', message: 'it failed' };
      const at = { swapId: paid.id, version: await world.version(paid.id) };
      await world.journal.transition({ ...at, state: 'failed', fundsState: 'untouched', reason });
      const again = await retry(world, paid.id);
      const other = again.kind === 'retried' ? again.swapId : paid.id;
      await contradict(world, paid, included(90n, 'final'));
      expect(await timers(world, paid.id)).toBe(1);
      expect(await decided(world, paid.id)).toMatchObject({ kind: 'prove' });
      await world.prove(paid.id, paid.leaseId, { txId: paid.txId });
      expect(await timers(world, paid.id)).toBe(0);
      expect((await world.snapshot(paid.id)).swap).toMatchObject({
        ...{ state: 'needs_review', endedAs: 'failed', fundsState: 'unknown', isPaid: true },
        reason: { code: 'LANDED_AFTER_END' },
      });
      // The retry has signed nothing, and never will.
      await world.quote(other);
      await world.swapData(other);
      const { leaseId } = leased(await world.lease(other, { chainNonce: 1n }));
      await expect(world.commit(other, leaseId)).rejects.toMatchObject(
        refusedBy('p5_one_payment_per_chain_of_retries'),
      );
    });

    it('counts a payment again that a cancel was proven to have replaced', async () => {
      const world = await newWorld(under());
      const paid = await world.paid();
      const cancel = randomTxId();
      const dearer = { ...fee, maxFeePerGas: 20n };
      committed(await world.commit(paid.id, paid.leaseId, { kind: 'cancel', txId: cancel, fee: dearer }));
      await world.prove(paid.id, paid.leaseId, { txId: cancel });
      expect(await payment(world, paid.id)).toMatchObject({ outcome: 'dead' });
      await makeDue(world, paid.leaseId);
      await world.observe({ [paid.txId]: included(91n), [cancel]: gone }, { latest: 200n, final: 150n });
      await world.prove(paid.id, paid.leaseId, { txId: paid.txId, block: 91n });
      expect(await payment(world, paid.id)).toMatchObject({ outcome: 'landed' });
      const inclusions = (await payment(world, paid.id))?.lease?.attempts.map(({ inclusion }) => inclusion.status);
      expect(inclusions).toEqual(['final', 'unseen']);
      expect((await world.snapshot(paid.id)).swap.feeSpent).toBe(21n);
    });

    it.each<[Family, boolean]>([
      ['solana', true],
      ['tron', true],
      ['ton', true],
      ['bitcoin', false],
      ['evm', false],
    ])('counts a payment on %s again that was proven to be over without it', async (family, expires) => {
      const world = await newWorld(under(), family);
      const paid = await payOn(world, family);
      await world.prove(paid.id, paid.leaseId, expires ? { expired: true } : { stranger: true });
      expect(await payment(world, paid.id)).toMatchObject({ outcome: 'dead' });
      await contradict(world, paid, included(90n, 'final'));
      expect(await decided(world, paid.id)).toMatchObject({ kind: 'prove' });
      await world.prove(paid.id, paid.leaseId, { txId: paid.txId });
      expect(await payment(world, paid.id)).toMatchObject({ outcome: 'landed', lease: { state: 'consumed' } });
      expect((await world.snapshot(paid.id)).swap).toMatchObject({ state: 'settling', isPaid: true });
      // What froze the wallet was wrong, and only a person releases it.
      expect((await frozenReason(world)) === null).toBe(expires);
    });

    it('freezes a wallet of TON where another payment has the seqno of one that landed after all', async () => {
      const world = await newWorld(under(), 'ton');
      const paid = await payOn(world, 'ton');
      await world.prove(paid.id, paid.leaseId, { expired: true });
      const other = await payOn(world, 'ton');
      await contradict(world, paid, included(90n, 'final'));
      await world.prove(paid.id, paid.leaseId, { txId: paid.txId });
      expect((await world.snapshot(paid.id)).swap).toMatchObject({ reason: { code: 'PROOF_CONTRADICTED' } });
      expect(await frozenReason(world)).toContain(paid.txId);
      expect(await payment(world, other.id)).toMatchObject({ outcome: 'open', lease: { state: 'signed' } });
    });

    it.each<[Family]>([['evm'], ['bitcoin'], ['ton']])(
      'opens a lease of %s again whose attempt is not on its chain after all',
      async (family) => {
        const world = await newWorld(under(), family);
        const paid = await payOn(world, family);
        const { id, leaseId, txId } = paid;
        const [orderId, until] = [(await payment(world, id))?.orderId, Date.now()];
        await world.prove(id, leaseId, { txId, feePaid: 21n });
        await world.journal.transition({
          ...{ swapId: id, version: await world.version(id), state: 'settling', fundsState: 'in_flight' },
        });
        await contradict(world, paid, gone, unused(world, family, paid.coin ?? ''));
        expect((await payment(world, id))?.lease?.doubt).toBe('gone');
        await world.journal.reopenLease({ swapId: id, version: await world.version(id), leaseId });

        const { swap, order } = await world.snapshot(id);
        expect(swap).toMatchObject({ state: 'executing', fundsState: 'in_flight', feeSpent: 0n });
        expect(swap).not.toHaveProperty('isPaid');
        expect(order?.id).toBe(orderId);
        expect(await payment(world, id)).toMatchObject({ outcome: 'open', lease: { state: 'signed' } });
        // The same bytes, and nothing else.
        expect(decide(await world.snapshot(id), { kind: 'none' }, until, defaultPolicy)).toMatchObject({
          kind: 'broadcast',
          attempt: { txId },
        });
        expect(await world.raw(`select released from reservations where lease_id = '${leaseId}'`)).toEqual([
          { released: false },
        ]);
        await expect(world.lease(id)).rejects.toMatchObject({ code: 'JOURNAL_STALE' });
        await world.prove(id, leaseId, { txId, block: 160n });
        expect((await world.snapshot(id)).swap).toMatchObject({ isPaid: true, feeSpent: 21n });
        expect((await proofsOf(world, leaseId)).map(({ finding }) => finding)).toEqual(['landed', 'gone', 'landed']);
      },
    );

    it('ends a doubt about what had gone from its block once the chain shows it there again', async () => {
      const world = await newWorld(under());
      const paid = await world.paid();
      const { id, leaseId, txId } = paid;
      await world.prove(id, leaseId, { txId, block: 90n });
      await toReview(world, id);
      await resolve(world, id, 'paid', { legs: [aLeg(world)] });
      // Its nonce is used: something else may have used it, or the endpoint knows too little.
      await contradict(world, paid, gone, { finalNonces: [[world.wallet.address, 1n]] });
      expect((await payment(world, id))?.lease?.doubt).toBe('replaced');
      expect(await timers(world, id)).toBe(1);
      const seen = { status: 'final', block: { number: 90n, hash: '0xb' }, succeeded: true, feePaid: 21n } as const;
      await world.observe({ [txId]: seen }, { latest: 201n, final: 151n });
      expect((await payment(world, id))?.lease).not.toHaveProperty('doubt');
      expect(await timers(world, id)).toBe(0);
      expect((await world.snapshot(id)).swap.state).toBe('settled');
      expect(await eventsOf(world, id, 'proof_confirmed')).toHaveLength(1);
    });

    it('keeps a doubt about what was shown, until a proof decides, whatever another endpoint does not know', async () => {
      const world = await newWorld(under());
      const paid = await failedByMistake(world);
      await contradict(world, paid, included(90n, 'final'));
      await world.observe({ [paid.txId]: gone }, { latest: 201n, final: 151n });
      expect(await decided(world, paid.id)).toMatchObject({ kind: 'prove' });
    });

    it('pays nothing again where a later proof shows that what had landed came to nothing', async () => {
      for (const isReopened of [true, false]) {
        const world = await newWorld(under());
        const paid = await world.paid();
        const { id, leaseId, txId } = paid;
        await world.prove(id, leaseId, { txId });
        const unusedNonce = unused(world, 'evm', '');
        await contradict(world, paid, isReopened ? gone : included(90n, 'final', false), unusedNonce);
        if (isReopened) await world.journal.reopenLease({ swapId: id, version: await world.version(id), leaseId });
        await world.prove(id, leaseId, { txId, succeeded: false });
        expect(await payment(world, id)).toMatchObject({ outcome: 'reverted_final', disputed: true });
        const { swap } = await world.snapshot(id);
        expect(swap).toMatchObject({
          state: 'needs_review',
          fundsState: 'unknown',
          reason: { code: 'PROOF_CONTRADICTED' },
        });
        expect(swap).not.toHaveProperty('isPaid');
        expect((await decided(world, id)).kind).toBe('wait');
        expect(await retry(world, id)).toMatchObject({ refusal: { code: 'FUNDS_UNKNOWN' } });
        expect(await resolve(world, id, 'unpaid')).toMatchObject({ end: { state: 'failed', fundsState: 'unknown' } });
        expect(await retry(world, id)).toMatchObject({ refusal: { code: 'FUNDS_UNKNOWN' } });
      }
    });

    it('tells a person of a settled swap whose payment came to nothing by a later proof', async () => {
      const world = await newWorld(under());
      const paid = await world.paid();
      const { id, leaseId, txId } = paid;
      await world.prove(id, leaseId, { txId });
      await toReview(world, id);
      await resolve(world, id, 'paid', { legs: [aLeg(world)] });
      await contradict(world, paid, included(90n, 'final', false));
      await world.prove(id, leaseId, { txId, succeeded: false });
      expect((await world.snapshot(id)).swap).toMatchObject({
        ...{ state: 'needs_review', endedAs: 'settled', fundsState: 'moved' },
        reason: { code: 'DEAD_AFTER_END' },
      });
      expect(await retry(world, id)).toMatchObject({ kind: 'refused' });
    });

    it('signs an approval again that was proven to have landed and did not', async () => {
      const world = await newWorld(under());
      const { id } = await world.submit();
      await world.quote(id);
      const { leaseId } = leased(await world.lease(id, { kind: 'revoke' }, false));
      const txId = randomTxId();
      committed(await world.commit(id, leaseId, { txId }));
      await world.prove(id, leaseId, { txId });
      await contradict(world, { leaseId, txId }, included(90n, 'final', false));
      await world.prove(id, leaseId, { txId, succeeded: false });
      expect(stepOf(await world.snapshot(id), 'revoke')).toMatchObject({ outcome: 'reverted_final' });
      expect(stepOf(await world.snapshot(id), 'revoke')).not.toHaveProperty('disputed');
      expect((await world.snapshot(id)).swap.state).not.toBe('needs_review');
    });

    describe('the schema refuses, whatever the program does, that', () => {
      const forged = '00000000-0000-4000-8000-';
      const proof = (supersedes: string) => {
        const id = `${forged}${Math.floor(Math.random() * 1e12)
          .toString()
          .padStart(12, '0')}`;
        return {
          id,
          insert: `insert into proofs (id, rule, evidence, endpoints, supersedes) values ('${id}', 'forged', '{}', '[]', ${supersedes})`,
        };
      };
      const proofOf = (leaseId: LeaseId) => `(select proof_id from leases where id = '${leaseId}')`;
      const stepOfLease = (leaseId: LeaseId) => `(select step_id from lease_steps where lease_id = '${leaseId}')`;

      it.each(['open', 'landed'])('what came to nothing is %s beside another payment', async (outcome) => {
        const world = await newWorld(under());
        const paid = await failedByMistake(world);
        await payAgain(world, paid.id);
        const { id, insert } = proof(proofOf(paid.leaseId));
        await world.raw(insert);
        const revive = `update steps set outcome = '${outcome}', proof_id = '${id}' where id = ${stepOfLease(paid.leaseId)}`;
        await expect(world.raw(revive)).rejects.toMatchObject(refusedBy('steps_revived_alone'));
        // Not even once the later one has come to nothing, too.
        const second = await payment(world, paid.id, 2);
        await world.prove(paid.id, second!.lease!.id, { txId: second!.lease!.attempts[0]!.txId, succeeded: false });
        await expect(world.raw(revive)).rejects.toMatchObject(refusedBy('steps_revived_alone'));
      });

      it('a closed lease or step changes by a proof that names another one, or none', async () => {
        const world = await newWorld(under());
        const [paid, other] = [await failedByMistake(world), await world.paid({ chainNonce: 1n })];
        await world.prove(other.id, other.leaseId, { txId: other.txId });
        for (const supersedes of ['null', proofOf(other.leaseId)]) {
          const { id, insert } = proof(supersedes);
          await world.raw(insert);
          const reopen = `update leases set state = 'signed', proof_id = '${id}' where id = '${paid.leaseId}'`;
          await expect(world.raw(reopen)).rejects.toMatchObject(refusedBy('leases_stay_closed'));
          const land = `update steps set outcome = 'landed', proof_id = '${id}' where id = ${stepOfLease(paid.leaseId)}`;
          await expect(world.raw(land)).rejects.toMatchObject(refusedBy('steps_stay_closed'));
        }
      });

      it('a proof is superseded twice', async () => {
        const world = await newWorld(under());
        const paid = await failedByMistake(world);
        await world.raw(proof(proofOf(paid.leaseId)).insert);
        await expect(world.raw(proof(proofOf(paid.leaseId)).insert)).rejects.toMatchObject(
          refusedBy('proofs_superseded_once'),
        );
      });

      it('a dispute is forgotten', async () => {
        const world = await newWorld(under());
        const paid = await failedByMistake(world);
        const mark = (disputed: boolean) =>
          world.raw(`update steps set disputed = ${disputed} where id = ${stepOfLease(paid.leaseId)}`);
        await mark(true);
        await expect(mark(false)).rejects.toMatchObject(refusedBy('steps_stay_disputed'));
      });
    });
  });
}

/** A signed payment of a swap on a chain of any family. */
async function payOn(world: World, family: Family): Promise<Pick<Paid, 'id' | 'leaseId' | 'txId'> & { coin?: string }> {
  const id = await world.ready();
  const coin = `${randomTxId().slice(2)}:0`;
  const outpoints = family === 'bitcoin' ? { outpoints: [coin] } : {};
  const seqno = family === 'ton' ? { chainNonce: 7n } : {};
  const granted = await world.lease(id, { ...outpoints, ...seqno });
  if (granted.kind !== 'leased') throw new Error(`refused: ${granted.refusal.kind}`);
  const { leaseId } = granted;
  const txId = randomTxId();
  const expires = family === 'evm' || family === 'bitcoin' ? {} : { expires: 1_000n };
  committed(await world.commit(id, leaseId, { txId, ...expires }));
  return { id, leaseId, txId, ...(family === 'bitcoin' ? { coin } : {}) };
}
