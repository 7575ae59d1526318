import { expect, it } from 'vitest';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import { retriedInPlaceOf, sealAgain } from '../../src/executor/seal-again.ts';
import { aJob, aSwap, attacker, noon } from '../support/snapshot.ts';
import { trustingSeals } from '../support/trusting-seals.ts';

const swap = aSwap();
const forged = expect.objectContaining({ code: 'JOB_FORGED' });

it.each([
  ['amount', { amount: 1n }],
  ['receiver', { receiver: attacker }],
  ['refund address', { refundAddress: attacker }],
  ['account', { wallet: { ...swap.job.wallet, address: attacker } }],
])('seals no retry whose %s was changed after the job was verified', async (_what, change) => {
  const seal = await sealAgain({ jobSeals: trustingSeals }, swap, swap.createdAt);
  const retried = { id: swap.id, idempotencyKey: 'key-2', job: aJob(change) };
  expect(() => seal?.(retried, 'library')).toThrow(forged);
});

it('seals no other swap if the key of this one is unknown, and is not asked for the same swap', async () => {
  const unknown = new FerrymanError('JOB_KEY_UNKNOWN', 'unknown');
  const verify = async () => Promise.reject(unknown);
  const seal = await sealAgain({ jobSeals: { ...trustingSeals, verify } }, swap, noon);
  expect(() => seal?.(swap, 'library')).toThrow(unknown);
});

it('seals a retry that has as much time as the old swap had', async () => {
  const later = swap.createdAt + 60_000;
  const seal = await sealAgain({ jobSeals: trustingSeals }, swap, later);
  const job = aJob({ deadline: swap.job.deadline + 60_000 });
  expect(seal?.({ id: swap.id, idempotencyKey: 'key-2', job }, 'library')).toMatchObject({
    by: 'library',
    submittedAt: later,
  });
  const longer = aJob({ deadline: swap.job.deadline + 60_001 });
  expect(() => seal?.({ id: swap.id, idempotencyKey: 'key-2', job: longer }, 'library')).toThrow(
    forged,
  );
});

it('measures that time from the sealed submission, not from the row of the swap', async () => {
  const origin = { submittedAt: swap.createdAt, retries: [] };
  const seal = { version: 2, keyId: 'k', by: 'library', signature: 's', ...origin } as const;
  const older = { ...swap, seal, createdAt: 0 };
  const sealing = await sealAgain({ jobSeals: trustingSeals }, older, swap.createdAt);
  const retried = { id: swap.id, idempotencyKey: 'key-2', job: swap.job };
  expect(sealing?.(retried, 'library')).toMatchObject({ version: 2 });
});

it('seals which swaps it retries, so that no row can leave one out', async () => {
  const first = { swapId: 's-0' as SwapId, idempotencyKey: 'key-0' };
  const origin = { submittedAt: swap.createdAt, retries: [first] };
  const seal = { version: 2, keyId: 'k', by: 'library', signature: 's', ...origin } as const;
  const sealing = await sealAgain({ jobSeals: trustingSeals }, { ...swap, seal }, swap.createdAt);
  expect(
    sealing?.({ id: swap.id, idempotencyKey: 'key-2', job: swap.job }, 'library'),
  ).toMatchObject({ retries: [{ swapId: swap.id, idempotencyKey: swap.idempotencyKey }, first] });
});

it('takes what an edited swap retries from the seal of the old one alone, once that is verified', async () => {
  const first = { swapId: 's-0' as SwapId, idempotencyKey: 'key-0' };
  const own = { swapId: swap.id, idempotencyKey: swap.idempotencyKey };
  const origin = { submittedAt: swap.createdAt, retries: [first] };
  const seal = { version: 2, keyId: 'k', by: 'library', signature: 's', ...origin } as const;
  const retriedIf = (kind: 'sealed' | 'unsealed' | 'forged') =>
    retriedInPlaceOf(
      { jobSeals: { verify: async () => ({ kind, by: 'library', sealable: swap }) } },
      { ...swap, seal },
    );
  expect(await retriedIf('sealed')).toEqual([own, first]);
  expect(await retriedIf('unsealed')).toBeUndefined();
  await expect(retriedIf('forged')).rejects.toEqual(forged);
});
