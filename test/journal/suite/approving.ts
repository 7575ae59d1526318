import { describe, expect, it } from 'vitest';
import { type AdmissionItem, keyOfItem } from '../../../src/core/approvals/admission-item.ts';
import type { HeldItem } from '../../../src/core/approvals/approval.ts';
import { deadlineOf } from '../../../src/core/swap/deadline-of.ts';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import type {
  Approval,
  DecideResult,
  SealedDecision,
} from '../../../src/ports/stores/approval-store.ts';
import { hour, leased, newWorld, randomTxId, type Under, type World } from './fixture.ts';

const reason = { code: 'APPROVAL_NEEDED', message: 'E02: the policy does not name the target' };

function target(world: World, name = '0x01'): AdmissionItem {
  return { kind: 'target', chain: world.chain, address: name, codeHash: '0xc0de' };
}

function held(item: AdmissionItem, rule = 'E02'): HeldItem {
  const known = { facts: { target: '0x01' }, simulation: [], block: '7', policy: 'sha256:0' };
  return { item, rule, message: `${rule} does not know it`, known };
}

async function hold(
  world: World,
  id: SwapId,
  items: readonly HeldItem[],
  within = hour,
): Promise<Approval[]> {
  await world.journal.hold({
    swapId: id,
    version: await world.version(id),
    state: 'awaiting_approval',
    fundsState: 'untouched',
    reason,
    items,
    within,
  });
  return world.journal.listApprovals({ swapId: id, limit: 10 });
}

/** A swap with an order that a key asked for, which is held for one item. */
async function heldSwap(
  world: World,
  { item = target(world), by = 'API key key_asks', within = hour } = {},
): Promise<{ id: SwapId; approval: Approval }> {
  const { journal } = world;
  const { swap } = await journal.submit({
    idempotencyKey: randomTxId(),
    bodyHash: randomTxId(),
    job: world.job(),
    by,
  });
  await world.quote(swap.id);
  await world.swapData(swap.id);
  const [approval] = await hold(world, swap.id, [held(item)], within);
  if (!approval) return expect.unreachable('no approval was opened');
  return { id: swap.id, approval };
}

const seal = { version: 1, keyId: 'test', signature: 'test' } as const;

const approve = (
  world: World,
  id: string,
  change: Partial<{ by: string; scope: 'once' | 'permanent' }> = {},
): Promise<DecideResult> =>
  world.journal.decideApproval({
    kind: 'approve',
    scope: 'once',
    seal,
    by: 'API key key_person',
    reason: 'audited',
    id,
    ...change,
  });

const reject = (world: World, id: string, by = 'API key key_person'): Promise<DecideResult> =>
  world.journal.decideApproval({ kind: 'reject', reason: 'unknown code', by, id });

async function admits(world: World, id: SwapId, item: AdmissionItem): Promise<boolean> {
  return (await world.journal.admittedItems(id, [keyOfItem(item)])).length === 1;
}

export function describeApproving(under: Under): void {
  describe('approving what the guard holds', () => {
    it('closes the order and gives back lease, reservation and slot', async () => {
      const world = await newWorld(under());
      const id = await world.ready();
      const { leaseId } = leased(await world.lease(id));
      const [approval] = await hold(world, id, [held(target(world))]);

      const snapshot = await world.snapshot(id);
      expect(snapshot.swap).toMatchObject({ state: 'awaiting_approval', reason });
      expect(snapshot.order).toBeUndefined();
      expect(snapshot.heldFor).toMatchObject({ open: 1 });
      expect(snapshot.hasSlot).toBeUndefined();
      expect(await world.raw(`select state from leases where id = '${leaseId}'`)).toEqual([
        { state: 'void' },
      ]);
      expect(
        await world.raw(`select released from reservations where lease_id = '${leaseId}'`),
      ).toEqual([{ released: true }]);
      expect(approval).toMatchObject({
        state: 'open',
        rule: 'E02',
        item: target(world),
        known: { facts: { target: '0x01' }, block: '7' },
        swap: { id },
      });
      // What a worker has signed meanwhile is not stored, so it is not sent.
      expect(await world.commit(id, leaseId)).toMatchObject({ kind: 'refused' });
    });

    it('admits once for this swap only, permanently for every swap, and nothing after it is revoked', async () => {
      const world = await newWorld(under());
      const item = target(world);
      const first = await heldSwap(world);
      const second = await heldSwap(world);
      expect(await admits(world, first.id, item)).toBe(false);

      await approve(world, first.approval.id);
      expect(await admits(world, first.id, item)).toBe(true);
      expect(await admits(world, second.id, item)).toBe(false);

      await approve(world, second.approval.id, { scope: 'permanent' });
      const third = await world.submit();
      expect(await admits(world, third.id, item)).toBe(true);
      expect(await admits(world, third.id, { ...item, codeHash: '0xbad' } as AdmissionItem)).toBe(
        false,
      );

      const revoke = { id: second.approval.id, by: 'API key key_other', reason: 'hacked' };
      expect(await world.journal.revokeApproval(revoke)).toMatchObject({ kind: 'done' });
      expect(await admits(world, third.id, item)).toBe(false);
      expect(await world.journal.revokeApproval({ ...revoke, by: 'x' })).toMatchObject({
        kind: 'decided',
      });
    });

    it('gives a job that has set no deadline its time again, also in the lane', async () => {
      const world = await newWorld(under());
      const { id } = await world.submit({ deadlineIfHeld: Date.now() + 3 * hour });
      await world.raw(`select pg_sleep(0.01)`);
      const [approval] = await hold(world, id, [held(target(world))]);
      expect((await world.snapshot(id)).swap).not.toHaveProperty('heldUntil');
      await approve(world, approval?.id ?? '');
      await world.journal.transition({
        ...{ swapId: id, version: await world.version(id) },
        ...{ state: 'requested', fundsState: 'untouched' },
      });
      const { swap } = await world.snapshot(id);
      expect(deadlineOf(swap)).toBe((swap.heldUntil ?? 0) + swap.job.deadline - swap.createdAt);
      expect(deadlineOf(swap)).toBeGreaterThan(swap.job.deadline);
      await world.journal.lock(id, 'worker', hour);
      await world.journal.enterLane({
        ...{ swapId: id, version: swap.version, holder: 'worker' },
        ...{ chain: world.chain, family: 'evm', isUrgent: false },
      });
      const [lane] = await world.raw(
        `select (extract(epoch from deadline) * 1000)::float8 as at from lane_swaps where swap_id = '${id}'`,
      );
      expect(Math.abs(Number(lane?.at) - deadlineOf(swap))).toBeLessThan(2);
    });

    it('admits until a date, and not after it', async () => {
      const world = await newWorld(under());
      const { id, approval } = await heldSwap(world);
      const decision: SealedDecision = {
        ...{ kind: 'approve', scope: 'until', until: Date.now() + hour, seal },
        ...{ id: approval.id, by: 'API key key_person', reason: 'a pilot' },
      };
      await world.journal.decideApproval(decision);
      const other = await world.submit();
      expect(await admits(world, other.id, target(world))).toBe(true);
      expect(await world.journal.listApprovals({ inForce: true, swapId: id, limit: 5 })).toEqual([
        expect.objectContaining({ id: approval.id }),
      ]);
      await world.raw(
        `update approvals set until = now() - interval '1 s' where id = '${approval.id}'`,
      );
      expect(await admits(world, other.id, target(world))).toBe(false);
    });

    it('lets nobody decide who asked for the swap, with none of the keys of a rotation, for a retry either', async () => {
      const world = await newWorld(under());
      const key = { hash: randomTxId(), scopes: ['submit', 'approve'] } as const;
      const [old, made] = [`key_${randomTxId()}`, `key_${randomTxId()}`];
      await world.journal.insertApiKey({ ...key, id: old });
      await world.journal.insertApiKey({ ...key, hash: randomTxId(), id: made, principal: old });
      const { id, approval } = await heldSwap(world, { by: `API key ${old}` });
      for (const by of [`API key ${old}`, `API key ${made}`]) {
        expect(await approve(world, approval.id, { by })).toMatchObject({ kind: 'own' });
        expect(await reject(world, approval.id, by)).toMatchObject({ kind: 'own' });
      }
      await reject(world, approval.id);
      await world.journal.transition({
        ...{ swapId: id, version: await world.version(id) },
        ...{ state: 'failed', fundsState: 'untouched' },
      });
      const retried = await world.journal.retry({
        ...{ swapId: id, maxGenerations: 3, now: Date.now(), by: 'API key key_retries' },
      });
      if (retried.kind === 'refused') return expect.unreachable(retried.refusal.message);
      const [again] = await hold(world, retried.swapId, [held(target(world))]);
      for (const by of [`API key ${made}`, 'API key key_retries'])
        expect(await approve(world, again?.id ?? '', { by })).toMatchObject({ kind: 'own' });
      expect(await approve(world, again?.id ?? '')).toMatchObject({ kind: 'done' });
    });

    it('does not admit for a swap what its requester admitted for others', async () => {
      const world = await newWorld(under());
      const { approval } = await heldSwap(world);
      const mine = await heldSwap(world, { by: 'API key key_person' });
      await approve(world, approval.id, { scope: 'permanent' });
      expect(await admits(world, mine.id, target(world))).toBe(false);
      const previewed = (by: string) =>
        world.journal.standingItems([by], [keyOfItem(target(world))]);
      expect(await previewed('API key key_person')).toEqual([]);
      expect(await previewed('API key key_asks')).toHaveLength(1);
    });

    it('lets one of two persons decide, at the same moment too', async () => {
      const world = await newWorld(under());
      const { id, approval } = await heldSwap(world);
      const results = await Promise.all([
        approve(world, approval.id, { by: 'API key key_a' }),
        reject(world, approval.id, 'API key key_b'),
      ]);
      expect(results.map(({ kind }) => kind).sort()).toEqual(['decided', 'done']);
      const isRejected = results[1]?.kind === 'done';
      expect(await admits(world, id, target(world))).toBe(!isRejected);
      // The same person, whose answer was lost, gets it again.
      const again = isRejected
        ? await reject(world, approval.id, 'API key key_b')
        : await approve(world, approval.id, { by: 'API key key_a' });
      expect(again.kind).toBe('done');
    });

    it('lets a rejection stand against every admission, and closes what else was open', async () => {
      const world = await newWorld(under());
      const { id, approval } = await heldSwap(world);
      const other = await heldSwap(world);
      await world.journal.hold({
        ...{ swapId: id, version: await world.version(id), state: 'awaiting_approval' },
        ...{ fundsState: 'untouched', reason, within: hour },
        items: [held(target(world)), held(target(world, '0x02'))],
      });
      await reject(world, approval.id);
      await approve(world, other.approval.id, { scope: 'permanent' });
      expect(await admits(world, id, target(world))).toBe(false);
      const states = await world.journal.listApprovals({ swapId: id, limit: 5 });
      expect(states.map(({ state }) => state)).toEqual(['withdrawn', 'rejected']);
      expect((await world.snapshot(id)).heldFor).toMatchObject({
        open: 0,
        rejected: { by: 'API key key_person', reason: 'unknown code' },
      });
      await expect(
        world.raw(`update approvals set state = 'open' where id = '${approval.id}'`),
      ).rejects.toThrow();
    });

    it('refuses a decision after its time, after a cancel, and after the swap went on', async () => {
      const world = await newWorld(under());
      const late = await heldSwap(world, { within: 0 });
      expect(await approve(world, late.approval.id)).toMatchObject({
        kind: 'decided',
        approval: { state: 'expired' },
      });
      const cancelled = await heldSwap(world);
      await world.journal.cancel(cancelled.id);
      expect(await approve(world, cancelled.approval.id)).toMatchObject({
        kind: 'decided',
        approval: { state: 'withdrawn' },
      });
      const retried = await heldSwap(world);
      await world.journal.retry({ swapId: retried.id, maxGenerations: 3, now: Date.now() });
      expect(await approve(world, retried.approval.id)).toMatchObject({ kind: 'decided' });
      expect(await world.journal.countOpenApprovals()).toBe(
        (await world.journal.listApprovals({ states: ['open'], limit: 200 })).length,
      );
    });

    it('opens what admits nothing any more again, and asks once for what two rules found', async () => {
      const world = await newWorld(under());
      const { id, approval } = await heldSwap(world);
      await approve(world, approval.id, { scope: 'permanent' });
      await world.journal.revokeApproval({ id: approval.id, by: 'x', reason: 'y' });
      const [again, ...more] = await hold(world, id, [
        held(target(world)),
        held(target(world), 'E04'),
      ]);
      expect(more).toEqual([]);
      expect(again).toMatchObject({ id: approval.id, state: 'open', rule: 'E02, E04' });
      expect(again?.decided).toBeUndefined();
    });

    it('admits what one rule found for one swap only', async () => {
      const world = await newWorld(under());
      const item: AdmissionItem = { kind: 'finding', rule: 'G08', what: 'a warning' };
      const { approval } = await heldSwap(world, { item });
      await expect(approve(world, approval.id, { scope: 'permanent' })).rejects.toMatchObject({
        code: 'JOURNAL_BROKEN_INVARIANT',
      });
      expect(await approve(world, approval.id)).toMatchObject({ kind: 'done' });
    });

    it('makes the swap due, and tells its history who decided what and why', async () => {
      const world = await newWorld(under());
      const { id, approval } = await heldSwap(world);
      await world.raw(`update timers set due_at = now() + interval '1 h' where swap_id = '${id}'`);
      await approve(world, approval.id);
      const [{ due } = {}] = await world.raw(
        `select due_at <= now() as due from timers where swap_id = '${id}'`,
      );
      expect(due).toBe(true);
      const events = await world.journal.events(id);
      expect(events.at(-1)).toMatchObject({
        type: 'approval_decided',
        data: { decision: 'approved', scope: 'once', by: 'API key key_person', reason: 'audited' },
      });
    });
  });
}
