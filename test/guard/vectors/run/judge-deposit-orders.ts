import type { Deposit } from '../../../../src/core/deposits/deposit.ts';
import { hour, type World } from '../../../journal/suite/fixture.ts';
import { withOwnJournal } from './with-world.ts';

/**
 * Stores a deposit order in a journal of its own, and then what the provider says of it later.
 * Throws the journal's errors.
 * @param how `again`: the same order is fetched a second time; `elsewhere`: another swap gets it
 */
export async function storeDeposits(
  deposits: readonly [Deposit, Deposit],
  { provider, how }: { provider: string; how: 'again' | 'elsewhere' },
): Promise<void> {
  await withOwnJournal(async (world) => {
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
  });
}

async function quoted(world: World) {
  const { id } = await world.submit({ flow: 'deposit' });
  await world.quote(id);
  return id;
}
