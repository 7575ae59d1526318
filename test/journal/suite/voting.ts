import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AdmissionItem } from '../../../src/core/approvals/admission-item.ts';
import type { PaymentEnvelope } from '../../../src/core/approvals/payment-envelope.ts';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import type { Approval, VoteDraft } from '../../../src/ports/stores/approval-store.ts';
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
async function heldPayment(world: World, change: Partial<PaymentEnvelope> = {}) {
  const { swap } = await world.journal.submit({
    ...{ idempotencyKey: randomTxId(), bodyHash: randomTxId(), job: world.job() },
    by: 'API key key_asks',
  });
  await world.quote(swap.id);
  const item = payment(swap.id, change);
  return { id: swap.id, item, approval: await hold(world, swap.id, item) };
}

const vote = (world: World, approvalId: string, change: Partial<VoteDraft> = {}) =>
  world.journal.recordVote({
    ...{ approvalId, approver: 'ann', decision: 'approve', by: 'API key key_ann', reason: 'known' },
    assertion: {
      ...{ credentialId: 'AAAA', authenticatorData: 'BBBB' },
      ...{ clientDataJson: 'CCCC', signature: 'DDDD' },
    },
    ...change,
  });

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
  });
}
