import type { Family } from '../../../src/core/swap/chains.ts';
import type { LeaseId, SwapId } from '../../../src/core/swap/ids.ts';
import type { Inclusion, Step } from '../../../src/core/swap/swap.ts';
import { committed, leased, type Paid, randomTxId, type World } from './fixture.ts';

/* Proofs that the chain contradicts, and what is observed of them. */

export const gone: Inclusion = { status: 'unseen' };
export const refusedBy = (constraint: string) => ({
  code: 'JOURNAL_BROKEN_INVARIANT',
  details: { constraint },
});

/** Makes the next comparison of the proof with the chain due. */
export async function makeDue(world: World, leaseId: LeaseId): Promise<void> {
  await world.raw(
    `update leases set check_at = now() - interval '1 second' where id = '${leaseId}'`,
  );
}

/** The chain differs from the proof. */
export async function contradict(
  world: World,
  { leaseId, txId }: Pick<Paid, 'leaseId' | 'txId'>,
  seen: Inclusion,
  beside: Parameters<World['observe']>[1] = {},
) {
  await makeDue(world, leaseId);
  return world.observe({ [txId]: seen }, { latest: 200n, final: 150n, ...beside });
}

/** The chain shows that nothing has used the lease. */
export function unused(
  { wallet }: World,
  family: Family,
  coin: string,
): Parameters<World['observe']>[1] {
  if (family === 'bitcoin') return { finalSpends: new Map([[coin, false]]) };
  return { finalNonces: [[wallet.address, family === 'ton' ? 7n : 0n]] };
}

export const payment = async (
  world: World,
  id: SwapId,
  generation = 1,
): Promise<Step | undefined> =>
  (await world.snapshot(id)).steps.find(
    (step) => step.kind === 'swap' && step.generation === generation,
  );

export const eventsOf = async (world: World, id: SwapId, type: string) =>
  (await world.journal.events(id)).filter((event) => event.type === type);

export const frozenReason = async ({ raw, wallet }: World): Promise<unknown> =>
  (await raw(`select frozen_reason from wallets where id = '${wallet.id}'`))[0]?.frozen_reason;

export const proofsOf = ({ raw }: World, leaseId: LeaseId) =>
  raw(`select id, supersedes, evidence->'finding'->>'kind' as finding from proofs
       where evidence->>'leaseId' = '${leaseId}' order by created_at`);

/** The same payment again, in another generation. */
export async function payAgain(world: World, id: SwapId): Promise<Pick<Paid, 'leaseId' | 'txId'>> {
  await closeOrder(world, id);
  await world.quote(id);
  await world.swapData(id);
  const { leaseId } = leased(await world.lease(id, { chainNonce: 1n }));
  const txId = randomTxId();
  committed(await world.commit(id, leaseId, { txId }));
  return { leaseId, txId };
}

export const closeOrder = async (world: World, id: SwapId) =>
  world.journal.closeOrder({
    ...{ swapId: id, version: await world.version(id) },
    reason: {
      code: 'PAYMENT_REVERTED',
      message: 'the payment failed on its chain; only fees were spent',
    },
  });

/** A payment that one endpoint showed as failed for good, and that has landed. */
export async function failedByMistake(world: World): Promise<Paid> {
  const paid = await world.paid();
  await world.prove(paid.id, paid.leaseId, { txId: paid.txId, succeeded: false, feePaid: 21n });
  return paid;
}

/** A signed payment of a swap on a chain of any family. */
export async function payOn(
  world: World,
  family: Family,
): Promise<Pick<Paid, 'id' | 'leaseId' | 'txId'> & { coin?: string }> {
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
