import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { decide } from '../../../src/core/decide/decide.ts';
import { defaultPolicy } from '../../../src/core/decide/policy.ts';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import type { FundsState, Leg } from '../../../src/core/swap/swap.ts';
import type { ResolutionRecord } from '../../../src/ports/stores/swap-store.ts';
import { randomTxId, token, type World } from './fixture.ts';

export const review = { code: 'SETTLEMENT_OVERDUE', message: 'nothing came' };
export const toReview = async (
  world: World,
  swapId: SwapId,
  fundsState: FundsState = 'in_flight',
) =>
  world.journal.transition({
    ...{ swapId, version: await world.version(swapId), state: 'needs_review', fundsState },
    reason: review,
  });
export const resolve = async (
  world: World,
  swapId: SwapId,
  as: ResolutionRecord['as'],
  change: Partial<ResolutionRecord> = {},
) =>
  world.journal.resolve({
    ...{
      swapId,
      version: await world.version(swapId),
      as,
      legs: [],
      by: 'alice',
      reason: 'seen on the explorer',
    },
    ...change,
  });
export const aLeg = ({ chain }: World, change: Partial<Leg> = {}): Leg => ({
  ...{ chain, txId: randomTxId(), index: 3, token, amount: 5n, role: 'payout', level: 'inferred' },
  ...change,
});
export const retry = (world: World, swapId: SwapId) =>
  world.journal.retry({ swapId, maxGenerations: 3, now: Date.now() });
export const timers = async (world: World, id: SwapId): Promise<number> =>
  (await world.raw(`select 1 as one from timers where swap_id = '${id}'`)).length;
export const decided = async (world: World, id: SwapId) =>
  decide(await world.snapshot(id), { kind: 'none' }, Date.now(), defaultPolicy);
/** Everything by which the swap, or a retry of it, could pay again. */
export async function expectNoOtherPayment(world: World, id: SwapId, code: string): Promise<void> {
  expect(await retry(world, id)).toMatchObject({ kind: 'refused', refusal: { code } });
  const again = { idempotencyKey: randomUUID(), bodyHash: 'x', retryOf: id, job: world.job() };
  await expect(world.journal.submit(again)).rejects.toMatchObject({
    details: { constraint: 'p5_one_payment_per_chain_of_retries' },
  });
  await expect(world.lease(id, {}, false)).rejects.toMatchObject({
    details: { constraint: 'swap_ended' },
  });
}
