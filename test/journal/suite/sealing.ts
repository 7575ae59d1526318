import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyOfItem } from '../../../src/core/approvals/admission-item.ts';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import type { Job } from '../../../src/core/swap/job.ts';
import type { Swap } from '../../../src/core/swap/swap.ts';
import { createJobSeals } from '../../../src/keys/create-job-seals.ts';
import type { JobSeals } from '../../../src/ports/job-seals.ts';
import { attacker } from '../../support/snapshot.ts';
import { hash, newWorld, type Under, type World } from './fixture.ts';

const origin = {
  submittedAt: Date.now(),
  retries: [{ swapId: randomUUID() as SwapId, idempotencyKey: 'é "x"' }],
};

export function describeSealing(under: Under): void {
  describe('seals of jobs', () => {
    let folder: string;
    let seals: JobSeals;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'ferryman-sealing-'));
      seals = createJobSeals({ dataFolder: folder });
    });
    afterAll(() => rm(folder, { recursive: true }));

    async function submitSealed(world: World, change: Partial<Job> = {}): Promise<Swap> {
      const id = randomUUID() as SwapId;
      const idempotencyKey = randomUUID();
      const job = world.job({
        maxFee: 2n ** 200n,
        metadata: { note: 'é "x"', empty: '' },
        ...change,
      });
      const seal = (await seals.sealer())({ id, idempotencyKey, job, ...origin }, 'library');
      const submission = { id, idempotencyKey, bodyHash: hash('a'), job, seal };
      return (await world.journal.submit(submission)).swap;
    }

    const verified = async ({ journal }: World, id: SwapId): Promise<string> => {
      const snapshot = await journal.snapshot(id);
      return (await seals.verify(snapshot!.swap)).kind;
    };

    /** Writes as somebody who owns the database. */
    async function tamper({ raw }: World, statement: string): Promise<void> {
      await raw('alter table swaps disable trigger user');
      await raw(statement);
      await raw('alter table swaps enable trigger user');
    }

    it('are what they were after the database has stored the job', async () => {
      const world = await newWorld(under());
      const { id } = await submitSealed(world);
      expect(await verified(world, id)).toBe('sealed');
    });

    it.each([
      ['amount', `jsonb_set(job, '{amount}', '"999999"')`],
      ['receiver', `jsonb_set(job, '{receiver}', '"${attacker}"')`],
      ['refund address', `jsonb_set(job, '{refundAddress}', '"${attacker}"')`],
      ['bound', `jsonb_set(job, '{bound}', '{"kind":"min_out","minOut":"1"}')`],
      ['provider', `jsonb_set(job, '{providers,allow}', '["evil"]')`],
    ])('do not match a job whose %s was changed in the database', async (_what, job) => {
      const world = await newWorld(under());
      const { id } = await submitSealed(world);
      const write = `update swaps set job = ${job} where id = '${id}'`;
      await expect(world.raw(write)).rejects.toThrow('refused a write');
      await tamper(world, write);
      expect(await verified(world, id)).toBe('forged');
    });

    it('cover what a person admits, as the database stores it', async () => {
      const world = await newWorld(under());
      const { id } = await submitSealed(world);
      const item = { kind: 'token', chain: world.chain, token: 'é "x"', decimals: 6 } as const;
      const known = { facts: {}, simulation: [], block: '7', policy: 'sha256:0' };
      await world.journal.hold({
        ...{ swapId: id, version: await world.version(id) },
        ...{ state: 'awaiting_approval', fundsState: 'untouched', within: 3_600_000 },
        reason: { code: 'APPROVAL_NEEDED', message: 'G08' },
        items: [{ item, rule: 'G08', message: 'unknown', known }],
      });
      const [approval] = await world.journal.listApprovals({ swapId: id, limit: 1 });
      const approvalId = approval?.id ?? '';
      const extent = { scope: 'until', until: Date.now() + 3_600_000 } as const;
      const by = 'API key key_person';
      const admission = { approvalId, swapId: id, item, by, ...extent };
      const seal = (await seals.admissionSealer())(admission);
      await world.journal.decideApproval({
        ...{ id: approvalId, kind: 'approve', by, reason: 'known', ...extent, seal },
      });
      const stored = async () =>
        (await world.journal.admittedItems(id, [keyOfItem(item)])).at(0) ?? expect.unreachable();
      const write = (change: string) =>
        world.raw(`update approvals set ${change} where id = '${approvalId}'`);
      const asGiven = `item = '${JSON.stringify(item)}', scope = 'until', decided_by = '${by}',
        until = '${new Date(extent.until).toISOString()}', seal = '${JSON.stringify(seal)}'`;
      await world.raw('alter table approvals disable trigger user');
      for (const change of [
        `item = jsonb_set(item, '{token}', '"${attacker}"')`,
        `until = until + interval '1 day'`,
        `scope = 'permanent', until = null`,
        `decided_by = 'API key key_other'`,
        `seal = null`,
        `seal = jsonb_set(seal, '{keyId}', '"0123456789abcdef"')`,
      ]) {
        await write(asGiven);
        expect(await seals.isSealed(await stored())).toBe(true);
        await write(change);
        expect(await seals.isSealed(await stored()), change).toBe(false);
      }
      await world.raw('alter table approvals enable trigger user');
    });

    it('do not match a copy of the job under another id', async () => {
      const world = await newWorld(under());
      const [mine, other] = [await submitSealed(world), await submitSealed(world)];
      const write = `update swaps set job = o.job, job_seal = o.job_seal from swaps o
        where swaps.id = '${other.id}' and o.id = '${mine.id}'`;
      await expect(world.raw(write)).rejects.toThrow('refused a write');
      await tamper(world, write);
      expect(await verified(world, other.id)).toBe('forged');
    });

    it('are missed if somebody takes them away', async () => {
      const world = await newWorld(under());
      const { id } = await submitSealed(world);
      await tamper(world, `update swaps set job_seal = null where id = '${id}'`);
      expect(await verified(world, id)).toBe('unsealed');
    });

    it('are made anew for a retry, and not for the retry of a job without one', async () => {
      const world = await newWorld(under());
      const seal = await seals.sealer();
      for (const isSealed of [true, false]) {
        const { id } = isSealed ? await submitSealed(world) : await world.submit();
        await world.journal.cancel(id);
        const retried = await world.journal.retry({
          swapId: id,
          maxGenerations: 3,
          now: Date.now(),
          ...(isSealed ? { seal: (job) => seal({ ...job, ...origin }, 'library') } : {}),
        });
        if (retried.kind === 'refused') throw new Error(retried.refusal.message);
        expect(retried.swapId).not.toBe(id);
        expect(await verified(world, retried.swapId)).toBe(isSealed ? 'sealed' : 'unsealed');
      }
    });
  });
}
