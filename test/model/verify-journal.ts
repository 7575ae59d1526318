import type { SwapId } from '../../src/core/ids.ts';
import { findAttempt, findForeignNonce, frozenFor } from './journal-leases.ts';
import { hasOpenLosses, type Loss, type ModelJournal, snapshot, wentBack } from './journal-state.ts';
import type { Kept, Signed, World } from './world.ts';

/**
 * The detection of a restored journal, `src/executor/verify-journal.ts`: of all that is in the ledger what was committed last is looked up,
 * and where it is unknown all of it. Asked before a lease is taken and before anything is signed. Throws `JOURNAL_WENT_BACK`.
 */
export function verifyJournal(world: World): void {
  const { journal, ledger, sabotage } = world;
  if (!world.isRestored || sabotage === 'ignore-restore') return;
  if (isForgetful(world))
    recordLosses(
      world,
      ledger.filter((kept) => isUnknown(journal, kept)),
    );
  if (hasOpenLosses(journal.state)) throw wentBack;
}

/** Asked before an entry is kept that would be the newest. */
export function expectNothingForgotten(world: World): void {
  if (world.isRestored && world.sabotage !== 'ignore-restore' && isForgetful(world)) throw wentBack;
}

function isForgetful({ journal, ledger, committed }: World): boolean {
  const newest = committed.findLast(({ txId }) => ledger.some((kept) => kept.txId === txId));
  return newest !== undefined && isUnknown(journal, newest);
}

function isUnknown(journal: ModelJournal, { txId }: Signed): boolean {
  return findAttempt(journal, txId) === undefined && !journal.state.losses.some((loss) => loss.txId === txId);
}

/** Asked before a swap is cancelled or retried: stores what is lost, and stops nothing. False where something is. */
export function noticeLosses(world: World): boolean {
  try {
    verifyJournal(world);
    return true;
  } catch (error) {
    if (error !== wentBack) throw error;
    return false;
  }
}

/** `src/executor/effects/change-state.ts`: asked before a swap ends. */
export function hasForgottenPayment(world: World, swapId: SwapId): boolean {
  return !noticeLosses(world) && snapshot(world.journal.state, swapId).lost !== undefined;
}

/** The wallet that signed them is frozen. */
function recordLosses({ journal, chain }: World, entries: readonly Kept[]): void {
  const losses = entries.map(({ swap, nonce, kind, txId }): Loss => {
    return { swapId: journal.state.swaps[swap]!.swap.id, nonce, kind, txId };
  });
  const frozen = { code: 'WALLET_FROZEN', message: 'the journal has forgotten what was signed' } as const;
  const { state } = journal;
  const known = { ...state, losses: [...state.losses, ...losses], frozen: state.frozen ?? frozen };
  const foreign = findForeignNonce(known, chain.nonce);
  journal.state = foreign === undefined ? known : frozenFor(known, foreign);
}
