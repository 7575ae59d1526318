import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { evmNativeToken } from '../../src/families/evm/formats/chain.ts';
import type { Grant } from '../../src/journal/lease/judge-lease.ts';
import { writeLease } from '../../src/journal/lease/write-lease.ts';
import { openPgliteClient } from '../../src/journal/pglite-client.ts';
import type { SqlClient } from '../../src/journal/sql-client.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';
import { openForTest } from './open-for-test.ts';
import { holder, hour, newWorld, type OpenedJournal, stepOf, type World } from './suite/fixture.ts';
import { losing, lostEntry } from './suite/lost-entry.ts';

let folder = '';
let client: SqlClient;
let opened: OpenedJournal;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-lease-laws-'));
  client = await openPgliteClient(await copyJournalTemplate(folder));
  opened = await openForTest(client);
});
afterAll(async () => {
  await opened.close();
  await rm(folder, { recursive: true });
});

/** Writes a lease for the swap's payment as if every check had let it pass. */
async function writeUnchecked(
  world: World,
  swapId: SwapId,
  grant: Partial<Grant> = {},
): Promise<unknown> {
  const { swap, order } = await world.snapshot(swapId);
  return client.transaction((session) =>
    writeLease(
      session,
      {
        swapId,
        version: swap.version,
        kind: 'swap',
        ...(order ? { orderId: order.id } : {}),
        chain: world.chain,
        walletId: world.wallet.id,
        account: world.wallet.address,
        chainNonce: 0n,
        balances: { block: 100n, balances: new Map() },
        reserve: [],
        nativeToken: evmNativeToken,
        holder,
        hold: hour,
      },
      {
        openStep: undefined,
        generation: 1,
        terms: { kind: 'nonce', nonce: 5n },
        nearlyUsed: [],
        ...grant,
      },
    ),
  );
}

const refusedBy = (constraint: string) => ({
  code: 'JOURNAL_BROKEN_INVARIANT',
  details: { constraint },
});

describe('a lease that is written with all that belongs to it in one statement', () => {
  it('is refused for a step, created by the same statement, that was signed before a rollback', async () => {
    let paid: SwapId | undefined;
    const world = await losing(opened, async (losing) => {
      paid = await losing.ready();
      return [lostEntry(losing, { swapId: paid })];
    });
    await expect(writeUnchecked(world, paid!)).rejects.toMatchObject(
      refusedBy('lost_attempts_stay_signed'),
    );
    expect((await world.snapshot(paid!)).steps).toEqual([]);
  });

  it('is refused for a step whose last lease was signed and is not void', async () => {
    const world = await newWorld(opened);
    const { id, leaseId, txId } = await world.paid();
    const openStep = stepOf(await world.snapshot(id), 'swap')!.id;
    await expect(writeUnchecked(world, id, { openStep })).rejects.toMatchObject(
      refusedBy('p3_one_living_lease_per_step'),
    );
    await world.prove(id, leaseId, { txId, succeeded: true });
    await expect(writeUnchecked(world, id, { openStep })).rejects.toMatchObject(
      refusedBy('lease_steps_only_after_void'),
    );
  });

  it('is refused for a second living payment of its swap', async () => {
    const world = await newWorld(opened);
    const { id } = await world.paid();
    await expect(writeUnchecked(world, id, { generation: 2 })).rejects.toMatchObject(
      refusedBy('p1_one_living_payment_per_swap'),
    );
  });
});
