import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AdmissionItem } from '../../../src/core/approvals/admission-item.ts';
import { batchOf } from '../../../src/core/approvals/payment-batch.ts';
import {
  digestOfEnvelope,
  type PaymentEnvelope,
} from '../../../src/core/approvals/payment-envelope.ts';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import type { Job } from '../../../src/core/swap/job.ts';
import type {
  Approval,
  BatchVoteDraft,
  VoteDraft,
} from '../../../src/ports/stores/approval-store.ts';
import type { OccurrenceName } from '../../../src/ports/stores/treasury-store.ts';
import { hour, newWorld, randomTxId, type Under, type World } from './fixture.ts';

const reason = { code: 'APPROVAL_NEEDED', message: 'G15: the payment needs 2 of 3 approvals' };
const known = { facts: {}, simulation: [], block: 'none', policy: 'sha256:0' };

function payment(
  swapId: SwapId,
  change: Partial<PaymentEnvelope> = {},
): Extract<AdmissionItem, { kind: 'payment' }> {
  const asset = { chain: 'ETH', token: '0x01', decimals: 6, symbol: 'USDC' } as const;
  return {
    kind: 'payment',
    envelope: {
      version: 1,
      of: { kind: 'swap', id: swapId },
      wallet: { name: 'treasury', address: '0x02' },
      from: { ...asset, maximumBaseUnits: '5' },
      to: { ...asset, receiver: '0x03', minimumBaseUnits: '4' },
      providers: ['across'],
      maximumFeeBaseUnits: '0',
      expiresAt: Date.now() + hour,
      ...change,
    },
    approvals: 2,
    of: ['ann', 'ben', 'cleo'],
  };
}

async function hold(world: World, id: SwapId, item: AdmissionItem): Promise<Approval> {
  const held = { item, rule: 'G15', message: reason.message, known };
  const version = await world.version(id);
  await world.journal.hold({
    ...{ swapId: id, version, reason, within: 24 * hour, items: [held] },
    ...{ state: 'awaiting_approval', fundsState: 'untouched' },
  });
  const [approval] = await world.journal.listApprovals({ swapId: id, limit: 1 });
  return approval ?? expect.unreachable('no approval was opened');
}

/** A swap that a key asked for, and the approval of its payment. */
async function heldPayment(
  world: World,
  change: Partial<PaymentEnvelope> = {},
  job: Partial<Job> = {},
) {
  const { swap } = await world.journal.submit({
    ...{ idempotencyKey: randomTxId(), bodyHash: randomTxId(), job: world.job(job) },
    by: 'API key key_asks',
  });
  await world.quote(swap.id);
  const item = payment(swap.id, change);
  return { id: swap.id, item, approval: await hold(world, swap.id, item) };
}

const assertion = {
  ...{ credentialId: 'AAAA', authenticatorData: 'BBBB' },
  ...{ clientDataJson: 'CCCC', signature: 'DDDD' },
};

const vote = (world: World, approvalId: string, change: Partial<VoteDraft> = {}) =>
  world.journal.recordVote({
    ...{ approvalId, approver: 'ann', decision: 'approve', by: 'API key key_ann', reason: 'known' },
    assertion,
    ...change,
  });

/** An occurrence of a treasury rule with so many jobs, of which none is known to be a swap. */
async function occurrence({ journal }: World, jobs: number): Promise<OccurrenceName> {
  const ruleId = `r-${randomUUID().slice(0, 8)}`;
  const at = Date.parse('2026-11-30T08:00:00Z');
  const seals = { hash: 'a', author: 'API key key_author', reason: 'first', seal: 's' };
  await journal.applyRule({ id: ruleId, after: 0, body: { id: ruleId }, at, ...seals });
  const instant = at + 60_000;
  await journal.beginOccurrence({
    ...{ ruleId, version: 1, at: instant },
    now: { instant, kind: 'act', jobs: Array.from({ length: jobs }, () => ({})), seal: 's' },
  });
  return { ruleId, instant };
}

/** A payroll whose payments all wait for approvals. */
async function heldBatch(world: World, payments = 3) {
  const name = await occurrence(world, payments);
  const rule = { id: name.ruleId, version: 1, budgets: [], author: 'dora' };
  const held: Awaited<ReturnType<typeof heldPayment>>[] = [];
  for (let number = 0; number < payments; number++)
    held.push(await heldPayment(world, {}, { rule }));
  const swaps = held.map(({ id }) => id);
  await world.journal.recordSubmitted(name, swaps);
  const digests = held.map(({ item }) => digestOfEnvelope(item.envelope));
  return { name, held, swaps, digests };
}

type Batch = Awaited<ReturnType<typeof heldBatch>>;

const batchVote = (
  world: World,
  { name, digests: envelopes }: Pick<Batch, 'name' | 'digests'>,
  change: Partial<BatchVoteDraft> = {},
) =>
  world.journal.recordBatchVote({
    ...{ ...name, envelopes, approver: 'ann', decision: 'approve', by: 'API key key_ann' },
    ...{ reason: 'known', assertion },
    ...change,
  });

const ben = { approver: 'ben', by: 'API key key_ben', reason: 'agreed' } as const;

async function standings(world: World, { name }: Batch) {
  const batch = await world.journal.approvalBatch(name);
  return batch?.lines.map(({ standing }) => standing);
}

export function describeVoting(under: Under): void {
  describe('voting on payments', () => {
    it('lets the swap go on with the vote that completes the others', async () => {
      const world = await newWorld(under());
      const { id, item, approval } = await heldPayment(world);
      expect(await world.journal.votesOf(id)).toEqual([]);
      expect(await vote(world, approval.id)).toMatchObject({
        kind: 'done',
        approval: { state: 'open' },
      });
      // The answer was lost, and the same is sent again.
      await vote(world, approval.id);
      expect((await world.snapshot(id)).heldFor).toMatchObject({ open: 1 });
      const last = { approver: 'cleo', by: 'API key key_cleo', reason: 'agreed' };
      expect(await vote(world, approval.id, last)).toMatchObject({
        kind: 'done',
        approval: { state: 'approved', decided: { by: 'API key key_cleo', reason: 'agreed' } },
      });
      expect((await world.snapshot(id)).heldFor).toMatchObject({ open: 0 });
      const [found] = await world.journal.votesOf(id);
      expect(found).toMatchObject({ approvalId: approval.id, envelope: item.envelope });
      expect(found?.votes).toMatchObject([
        { approver: 'ann', decision: 'approve', assertion: { signature: 'DDDD' } },
        { approver: 'cleo', decision: 'approve' },
      ]);
      expect(await world.journal.listVotes(approval.id)).toMatchObject([
        { approver: 'ann', decision: 'approve', by: 'API key key_ann', reason: 'known' },
        { approver: 'cleo', reason: 'agreed' },
      ]);
      // What is voted on is admitted by no row of an approval.
      expect(await world.journal.admittedItems(id, ['payment|'])).toEqual([]);
    });

    it('ends the wait with one that rejects, and takes no vote after it', async () => {
      const world = await newWorld(under());
      const { id, approval } = await heldPayment(world);
      await vote(world, approval.id);
      const rejects = { approver: 'ben', decision: 'reject', reason: 'too much' } as const;
      expect(await vote(world, approval.id, rejects)).toMatchObject({
        kind: 'done',
        approval: { state: 'rejected' },
      });
      expect((await world.snapshot(id)).heldFor?.rejected).toMatchObject({ reason: 'too much' });
      expect(await vote(world, approval.id, { approver: 'cleo' })).toMatchObject({
        kind: 'decided',
      });
      expect(await world.journal.votesOf(id)).toEqual([]);
    });

    it('takes no vote of whoever asked for the swap, through whichever key', async () => {
      const world = await newWorld(under());
      const { approval } = await heldPayment(world);
      const own = { kind: 'own' };
      expect(await vote(world, approval.id, { by: 'API key key_asks' })).toMatchObject(own);
      expect(await vote(world, approval.id, { apiKey: 'key_asks' })).toMatchObject(own);
      expect(await world.journal.listVotes(approval.id)).toEqual([]);
    });

    it('counts nothing any more once another envelope is asked for', async () => {
      const world = await newWorld(under());
      const { id, approval } = await heldPayment(world);
      await vote(world, approval.id);
      await vote(world, approval.id, { approver: 'ben' });
      const next = await hold(world, id, payment(id, { maximumFeeBaseUnits: '9' }));
      expect(next.id).not.toBe(approval.id);
      expect(await world.journal.votesOf(id)).toEqual([]);
      expect(await world.journal.findApproval(approval.id)).toMatchObject({
        state: 'approved',
        admission: { inForce: false, revoked: { by: 'Ferryman' } },
      });
    });

    it('is open no longer than its envelope, and waits for what cools', async () => {
      const world = await newWorld(under());
      const [expiresAt, notBefore] = [Date.now() + hour, Date.now() + 60_000];
      const { id, approval } = await heldPayment(world, { expiresAt, notBefore });
      expect(approval.expiresAt).toBe(expiresAt);
      expect((await world.snapshot(id)).heldFor).not.toHaveProperty('notBefore');
      await vote(world, approval.id);
      await vote(world, approval.id, { approver: 'ben' });
      expect((await world.snapshot(id)).heldFor).toMatchObject({ open: 0, notBefore });
    });

    it('keeps every vote as it was given', async () => {
      const world = await newWorld(under());
      const { approval } = await heldPayment(world);
      await vote(world, approval.id);
      for (const statement of [
        `update approval_votes set decision = 'reject'`,
        'delete from approval_votes',
        'truncate approval_votes',
      ])
        await expect(world.raw(statement)).rejects.toThrow();
    });

    it('knows whom a settled swap has paid', async () => {
      const world = await newWorld(under());
      const receiver = `0x${randomUUID().replaceAll('-', '')}`;
      const { chain } = world.job().to;
      const { swap } = await world.journal.submit({
        ...{ idempotencyKey: randomTxId(), bodyHash: randomTxId() },
        job: { ...world.job(), receiver },
        by: 'API key key_asks',
      });
      const later = Date.now() + 60_000;
      expect(await world.journal.hasPaid(chain, receiver, later)).toBe(false);
      await world.raw(`update swaps set state = 'settled' where id = '${swap.id}'`);
      expect(await world.journal.hasPaid(chain, receiver, later)).toBe(true);
      expect(await world.journal.hasPaid('ELSEWHERE', receiver, later)).toBe(false);
      // As long as it cools, the first swap makes it known to no other.
      expect(await world.journal.hasPaid(chain, receiver, later - 3_600_000)).toBe(false);
    });

    describe('as a batch', () => {
      it('stores one signature for every payment, and lets all go on with the last one', async () => {
        const world = await newWorld(under());
        const batch = await heldBatch(world);
        expect(await world.journal.openBatches()).toContainEqual({
          ...{ ...batch.name, version: 1, swaps: 3 },
        });
        expect(await batchVote(world, batch)).toEqual({ kind: 'done', due: [] });
        // The answer was lost, and the same is sent again.
        expect(await batchVote(world, batch)).toEqual({ kind: 'done', due: [] });
        expect(await standings(world, batch)).toEqual(['waiting', 'waiting', 'waiting']);
        const last = await batchVote(world, batch, ben);
        const versions = await Promise.all(batch.swaps.map((id) => world.version(id)));
        expect(last).toEqual({
          kind: 'done',
          due: batch.swaps.map((swapId, at) => ({ swapId, version: versions[at] })),
        });
        expect(await standings(world, batch)).toEqual(['cleared', 'cleared', 'cleared']);
        expect(await batchVote(world, batch, ben)).toEqual({ kind: 'done', due: [] });
        const { places } = batchOf(batch.digests);
        for (const [at, { id, approval, item }] of batch.held.entries()) {
          expect((await world.snapshot(id)).heldFor).toMatchObject({ open: 0 });
          expect(await world.journal.votesOf(id)).toEqual([
            {
              ...{ approvalId: approval.id, envelope: item.envelope },
              votes: ['ann', 'ben'].map((approver) => ({
                ...{ approver, decision: 'approve', assertion },
                batch: places.get(batch.digests[at]!),
              })),
            },
          ]);
        }
        const open = await world.journal.openBatches();
        expect(open.map(({ ruleId }) => ruleId)).not.toContain(batch.name.ruleId);
      });

      it('ends every payment with one vote that rejects', async () => {
        const world = await newWorld(under());
        const batch = await heldBatch(world);
        await batchVote(world, batch);
        expect(await batchVote(world, batch, { ...ben, decision: 'reject' })).toMatchObject({
          kind: 'done',
          due: batch.swaps.map((swapId) => ({ swapId })),
        });
        expect(await standings(world, batch)).toEqual(['ended', 'ended', 'ended']);
        for (const { id } of batch.held) expect(await world.journal.votesOf(id)).toEqual([]);
        expect(await batchVote(world, batch, { approver: 'cleo' })).toEqual({ kind: 'changed' });
      });

      it('takes no vote before every job is a swap whose payment waits or has ended', async () => {
        const world = await newWorld(under());
        const name = await occurrence(world, 3);
        expect(await world.journal.approvalBatch(name)).toMatchObject({
          unsubmitted: 3,
          lines: [],
        });
        expect(await batchVote(world, { name, digests: ['ab'] })).toEqual({
          ...{ kind: 'preparing', count: 3 },
        });
        const [held, quoted, cancelled] = [
          await heldPayment(world),
          await world.submit(),
          await world.submit(),
        ];
        const swaps = [held.id, quoted.id, cancelled.id];
        await world.journal.recordSubmitted(name, swaps);
        await world.raw(`update swaps set state = 'cancelled' where id = '${cancelled.id}'`);
        const digests = [digestOfEnvelope(held.item.envelope)];
        const batch = { name, digests };
        expect(await batchVote(world, batch)).toEqual({ kind: 'preparing', count: 1 });
        expect(await world.journal.listVotes(held.approval.id)).toEqual([]);
        await world.quote(quoted.id);
        expect(await batchVote(world, batch)).toEqual({ kind: 'preparing', count: 1 });
        const item = payment(quoted.id);
        await hold(world, quoted.id, item);
        // It waits now, and was not signed.
        expect(await batchVote(world, batch)).toEqual({ kind: 'changed' });
        const whole = { name, digests: [...digests, digestOfEnvelope(item.envelope)] };
        expect(await batchVote(world, whole)).toMatchObject({ kind: 'done' });
      });

      it('stores nothing if what waits is not what was signed', async () => {
        const world = await newWorld(under());
        const batch = await heldBatch(world);
        const [first, ...others] = batch.digests;
        const another = await heldBatch(world, 1);
        for (const digests of [
          [],
          others,
          [...batch.digests, ...another.digests],
          [...others, ...another.digests],
        ])
          expect(await batchVote(world, { name: batch.name, digests })).toEqual({
            kind: 'changed',
          });
        // One payment asks for another envelope since.
        const [{ id, approval }] = batch.held as [(typeof batch.held)[0]];
        const item = payment(id, { maximumFeeBaseUnits: '9' });
        await hold(world, id, item);
        expect(await batchVote(world, batch)).toEqual({ kind: 'changed' });
        expect(await world.journal.listVotes(approval.id)).toEqual([]);
        const now = digestOfEnvelope(item.envelope);
        const changed = { name: batch.name, digests: [now, ...others] };
        expect(first).not.toBe(now);
        expect(await batchVote(world, changed)).toMatchObject({ kind: 'done' });
      });

      it('goes back alone with what left its envelope', async () => {
        const world = await newWorld(under());
        const batch = await heldBatch(world);
        await batchVote(world, batch);
        await batchVote(world, batch, ben);
        const [{ id }] = batch.held as [(typeof batch.held)[0]];
        const item = payment(id, { maximumFeeBaseUnits: '9' });
        await hold(world, id, item);
        expect(await standings(world, batch)).toEqual(['waiting', 'cleared', 'cleared']);
        const alone = { name: batch.name, digests: [digestOfEnvelope(item.envelope)] };
        expect(await batchVote(world, alone)).toEqual({ kind: 'done', due: [] });
        expect(await batchVote(world, alone, ben)).toMatchObject({
          kind: 'done',
          due: [{ swapId: id }],
        });
      });

      it('counts a vote that an approver gave one payment alone', async () => {
        const world = await newWorld(under());
        const batch = await heldBatch(world);
        const [{ id, approval }] = batch.held as [(typeof batch.held)[0]];
        await vote(world, approval.id);
        await batchVote(world, batch);
        const [first] = await world.journal.votesOf(id);
        expect(first?.votes).toMatchObject([{ approver: 'ann' }]);
        expect(first?.votes[0]).not.toHaveProperty('batch');
        expect(await batchVote(world, batch, ben)).toMatchObject({
          due: batch.swaps.map((swapId) => ({ swapId })),
        });
      });

      it('takes no vote of whoever asked for one of its payments', async () => {
        const world = await newWorld(under());
        const batch = await heldBatch(world);
        const own = { kind: 'own', approvalId: batch.held[0]?.approval.id };
        expect(await batchVote(world, batch, { by: 'API key key_asks' })).toEqual(own);
        expect(await batchVote(world, batch, { apiKey: 'key_asks' })).toEqual(own);
        expect(await batchVote(world, batch, { approver: 'dora' })).toEqual(own);
        for (const { approval } of batch.held)
          expect(await world.journal.listVotes(approval.id)).toEqual([]);
      });

      it('takes the votes of several approvers at the same time', async () => {
        const world = await newWorld(under());
        const batch = await heldBatch(world, 8);
        const results = await Promise.all(
          (['ann', 'ben', 'ann', 'ben'] as const).map((approver) =>
            batchVote(world, batch, { approver, by: `API key key_${approver}` }),
          ),
        );
        const due = results.map((result) => (result.kind === 'done' ? result.due.length : -1));
        expect(due.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 8]);
        expect(new Set(await standings(world, batch))).toEqual(new Set(['cleared']));
      });

      it('is none of a rule that asked for nothing', async () => {
        const world = await newWorld(under());
        const name = { ruleId: 'nothing', instant: 0 };
        expect(await world.journal.approvalBatch(name)).toBeUndefined();
        await expect(batchVote(world, { name, digests: ['ab'] })).rejects.toMatchObject({
          code: 'NOT_FOUND',
        });
      });
    });
  });
}
