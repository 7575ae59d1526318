import { expect, it } from 'vitest';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import { sealAgain } from '../../src/executor/seal-again.ts';
import { aJob, aSwap, attacker } from '../support/snapshot.ts';
import { trustingSeals } from '../support/trusting-seals.ts';

const swap = aSwap();

it.each([
  ['amount', { amount: 1n }],
  ['receiver', { receiver: attacker }],
  ['refund address', { refundAddress: attacker }],
  ['account', { wallet: { ...swap.job.wallet, address: attacker } }],
])('seals no retry whose %s was changed after the job was verified', async (_what, change) => {
  const seal = await sealAgain({ jobSeals: trustingSeals }, swap);
  const retried = { id: swap.id, idempotencyKey: 'key-2', job: aJob(change) };
  expect(() => seal?.(retried, 'library')).toThrow(expect.objectContaining({ code: 'JOB_FORGED' }));
});

it('seals no other swap if the key of this one is unknown, and is not asked for the same swap', async () => {
  const unknown = new FerrymanError('JOB_KEY_UNKNOWN', 'unknown');
  const verify = async () => Promise.reject(unknown);
  const seal = await sealAgain({ jobSeals: { ...trustingSeals, verify } }, swap);
  expect(() => seal?.(swap, 'library')).toThrow(unknown);
});

it('seals a retry that has a deadline of its own', async () => {
  const seal = await sealAgain({ jobSeals: trustingSeals }, swap);
  const job = aJob({ deadline: swap.job.deadline + 60_000 });
  expect(seal?.({ id: swap.id, idempotencyKey: 'key-2', job }, 'library')).toMatchObject({
    by: 'library',
  });
});
