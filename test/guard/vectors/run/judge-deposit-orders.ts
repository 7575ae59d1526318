import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Deposit } from '../../../../src/core/deposits/deposit.ts';
import { openPgliteClient } from '../../../../src/journal/pglite-client.ts';
import { openForTest } from '../../../journal/open-for-test.ts';
import { hour, newWorld, type World } from '../../../journal/suite/fixture.ts';

/**
 * Stores a deposit order in a journal of its own, and then what the provider says of it later.
 * Throws the journal's errors.
 * @param how `again`: the same order is fetched a second time; `elsewhere`: another swap gets it
 */
export async function storeDeposits(
  deposits: readonly [Deposit, Deposit],
  { provider, how }: { provider: string; how: 'again' | 'elsewhere' },
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ferryman-vectors-'));
  const opened = await openForTest(await openPgliteClient(join(folder, 'journal')));
  try {
    const world = await newWorld(opened);
    const [first, second] = deposits;
    const id = await quoted(world);
    const dataOf = (deposit: Deposit) => ({
      provider,
      deposit: {
        ...deposit,
        chain: world.chain,
        account: deposit.address,
        anchor: 1n,
        watchFor: hour,
      },
    });
    await world.swapData(id, dataOf(first));
    await world.swapData(how === 'again' ? id : await quoted(world), dataOf(second));
  } finally {
    await opened.close();
    await rm(folder, { recursive: true });
  }
}

async function quoted(world: World) {
  const { id } = await world.submit({ flow: 'deposit' });
  await world.quote(id);
  return id;
}
