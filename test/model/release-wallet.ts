import { unfreezeWallet } from './journal-requests.ts';
import { noticeLosses } from './verify-journal.ts';
import type { World } from './world.ts';

/**
 * A person takes the journal as it is for the keys' own (`adopt-journal.ts` of `src/executor`), and
 * releases the wallet (`unfreeze-wallet.ts`).
 */
export function releaseWallet(world: World): void {
  const { journal, chain, committed } = world;
  noticeLosses(world);
  journal.state = { ...journal.state, adopted: journal.state.losses.length };
  if (!journal.state.frozen) return;
  unfreezeWallet(journal, chain.nonce);
  world.releasedAfter = committed.length;
  world.story?.push('    the wallet is released');
}
