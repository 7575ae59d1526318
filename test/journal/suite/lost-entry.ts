import { randomUUID } from 'node:crypto';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import type { SigningLogEntry } from '../../../src/ports/signing-log.ts';
import { newWorld, type OpenedJournal, randomTxId, type World } from './fixture.ts';

export const person = { by: 'ada', reason: 'compared with the chain' };

/** An attempt of the world's wallet that is not in its journal. */
export function lostEntry(world: World, change: Partial<SigningLogEntry> = {}): SigningLogEntry {
  return {
    instanceId: randomUUID(),
    chain: world.chain,
    txId: randomTxId(),
    account: world.wallet.address,
    nonce: 0n,
    swapId: randomUUID() as SwapId,
    idempotencyKey: randomUUID(),
    retries: [],
    step: 'swap',
    kind: 'pay',
    signedAt: Date.now(),
    sequence: 0n,
    ...change,
  };
}

/**
 * A world whose journal has lost `entries`. Nothing else can be signed in the same journal until a
 * person adopts it.
 */
export async function losing(
  opened: OpenedJournal,
  lose: (world: World) => Promise<SigningLogEntry[]>,
): Promise<World> {
  const world = await newWorld(opened);
  await world.journal.recordLosses(await lose(world));
  await world.journal.adopt(person);
  return world;
}

export async function unfreeze(world: World, chainNonce: bigint): Promise<void> {
  const chainNonces = new Map([[world.chain, chainNonce]]);
  await world.journal.unfreezeWallet({ walletId: world.wallet.id, chainNonces, ...person });
}

export async function frozenReason({ journal, wallet }: World): Promise<string | undefined> {
  return (await journal.wallets()).find(({ id }) => id === wallet.id)?.frozenReason;
}
