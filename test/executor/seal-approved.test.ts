import { pino } from 'pino';
import { expect, it } from 'vitest';
import { unsealedItem } from '../../src/core/approvals/unsealed-job.ts';
import { decideApproval } from '../../src/executor/decide-approval.ts';
import { aJob, aSnapshot, aSwap, attacker } from '../support/snapshot.ts';
import { trustingSeals } from '../support/trusting-seals.ts';

const swap = aSwap();
const g13 = unsealedItem(swap);
const vouchedAt = Date.UTC(2026, 10, 27);

/** What is sealed, and stored as decided, when a person decides on an item of a swap. */
async function decided(
  kind: 'approve' | 'reject',
  { item = g13, now = swap }: { item?: object; now?: object } = {},
) {
  const sealed: unknown[] = [];
  const decisions: unknown[] = [];
  const approval = { id: 'a-1', state: 'open', swap: { id: swap.id }, item };
  const context = {
    ...{ jobSeals: trustingSeals, clock: { now: () => vouchedAt } },
    journal: {
      findApproval: async () => approval,
      decideApproval: async (decision: unknown) => {
        decisions.push(decision);
        return { kind: 'done', approval, version: 2 };
      },
      snapshot: async () => aSnapshot({ swap: now as never }),
      sealSwaps: async (seals: readonly unknown[]) => sealed.push(...seals),
    },
    queue: { dispatch: async () => undefined },
    logger: pino({ level: 'silent' }),
    outages: { succeeded: () => undefined, failed: () => undefined },
  };
  const by = 'API key key_2';
  const error = await decideApproval(context as never, { kind, scope: 'once', by } as never).then(
    () => undefined,
    ({ code }) => code,
  );
  return { sealed, decisions, error };
}

it('seals the job that a person approves though it had no seal', async () => {
  expect((await decided('approve')).sealed).toEqual([
    {
      id: swap.id,
      // Its row could say that it was submitted long ago, and that its receiver has cooled.
      seal: expect.objectContaining({ by: 'approved by API key key_2', submittedAt: vouchedAt }),
    },
  ]);
});

it.each([
  ['receiver', { receiver: attacker }],
  ['amount', { amount: 1n }],
  ['deadline', { deadline: 1 }],
])('approves no job without a seal whose %s was changed since', async (_what, change) => {
  const now = { ...swap, job: aJob(change) };
  expect(await decided('approve', { now })).toEqual({
    ...{ sealed: [], decisions: [], error: 'JOB_FORGED' },
  });
});

it('seals what is admitted in every approval, and nothing in a rejection', async () => {
  const [approved] = (await decided('approve')).decisions;
  expect(approved).toMatchObject({ seal: { signature: 'test' } });
  const [rejected] = (await decided('reject')).decisions;
  expect(rejected).not.toHaveProperty('seal');
});

it('seals no job that a person rejects, or approves for another reason, or that has a seal', async () => {
  expect((await decided('reject')).sealed).toEqual([]);
  const item = { kind: 'finding', rule: 'G09', what: 'a cap' };
  expect((await decided('approve', { item })).sealed).toEqual([]);
  const now = { ...swap, seal: { version: 1 } };
  expect((await decided('approve', { now })).sealed).toEqual([]);
});
