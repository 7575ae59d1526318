import type { Look } from '../../../src/core/decide/decision.ts';
import { defaultPolicy } from '../../../src/core/decide/policy.ts';
import type { SettlementFinding } from '../../../src/core/settlement/settlement.ts';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import type { Job } from '../../../src/core/swap/job.ts';
import type { ExecutorContext } from '../../../src/executor/context.ts';
import { findSettlement } from '../../../src/executor/effects/find-settlement.ts';
import type { ChainAdapter } from '../../../src/ports/chain-adapter.ts';
import type { ReceivedTransfer } from '../../../src/ports/payments.ts';
import type { AttributionStore } from '../../../src/ports/stores/attribution-store.ts';
import { leased, randomTxId, stepOf, token, type World } from './fixture.ts';

/**
 * Nine tenths of 400 and more: the amount that the other swap may get back, and enough for the
 * waiting one.
 */
export function transfer(change: Partial<ReceivedTransfer> = {}): ReceivedTransfer {
  const block = { number: 95n, hash: '0xc' };
  return { txId: randomTxId(), index: 0, token, amount: 398n, block, final: true, ...change };
}

/** A swap whose payment has landed in block 90. */
export async function payFor(world: World, change: Partial<Job> | SwapId): Promise<SwapId> {
  const id = typeof change === 'string' ? change : await world.ready(change);
  const { leaseId } = leased(await world.lease(id));
  const txId = randomTxId();
  await world.commit(id, leaseId, { txId });
  await world.prove(id, leaseId, { txId });
  return id;
}

/** The form in which a chain shows arrived transfers. */
export type Arrivals = Partial<
  Pick<ChainAdapter, 'receivedSince' | 'receivedIn' | 'hasSeveralNames'>
>;

export function showing(...transfers: ReceivedTransfer[]): Arrivals {
  return {
    receivedSince: async () => transfers,
    receivedIn: async (txId) => transfers.filter((one) => one.txId === txId),
  };
}

/** The finding for the swap's money on a chain of that form. */
export async function find(
  world: World,
  id: SwapId,
  arrivals: Arrivals,
  look: Look = 'payout',
): Promise<SettlementFinding> {
  const context = {
    journal: world.journal,
    policy: defaultPolicy,
    checkpoint: async () => undefined,
    chains: { get: () => ({ ...showing(), ...arrivals }) },
  } as unknown as ExecutorContext<AttributionStore>;
  const snapshot = await world.snapshot(id);
  const step = stepOf(snapshot, 'swap');
  const decision = { kind: 'find_settlement', ...(step ? { step } : {}), look } as const;
  const observation = await findSettlement(context, snapshot, decision);
  if (observation.kind !== 'settlement') throw new Error(observation.kind);
  return observation.finding;
}
