import type { SwapId } from '../../src/core/swap/ids.ts';
import { findAttempt, findExternalNonce, frozenFor } from './journal-leases.ts';
import {
  hasOpenLosses,
  type Loss,
  type ModelJournal,
  snapshot,
  wentBack,
} from './journal-state.ts';
import type { Kept, World } from './world.ts';

/**
 * The detection of a restored journal, `src/executor/verify-journal.ts`: of all that is in the
 * signing log what was committed last is looked up, and where it is unknown all of it. Asked before
 * a lease is taken, and before something more is signed under one. Throws `JOURNAL_WENT_BACK`.
 */
export function verifyJournal(world: World): void {
  const { journal, signingLog, sabotage } = world;
  if (!world.isRestored || sabotage === 'ignore-restore') return;
  if (isForgetful(world))
    recordLosses(
      world,
      signingLog.filter((kept) => isUnknown(journal, kept)),
    );
  if (hasOpenLosses(journal.state)) throw wentBack;
}

/** Asked before an entry is kept that would be the newest. */
export function expectNothingForgotten(world: World): void {
  if (world.isRestored && world.sabotage !== 'ignore-restore' && isForgetful(world)) throw wentBack;
}

function isForgetful({ journal, signingLog }: World): boolean {
  const highest = Math.max(...signingLog.map(({ sequence }) => sequence));
  return signingLog.some((kept) => kept.sequence === highest && isUnknown(journal, kept));
}

/** What has a higher number than the journal has given it does not know, whatever its id. */
function isUnknown(journal: ModelJournal, { txId, sequence }: Kept): boolean {
  return sequence > journal.state.committed || isUnknownId(journal, txId);
}

function isUnknownId(journal: ModelJournal, txId: string): boolean {
  return (
    findAttempt(journal, txId) === undefined &&
    !journal.state.losses.some((loss) => loss.txId === txId)
  );
}

/**
 * Asked before a swap is cancelled or retried: stores what is lost, and stops nothing. False where
 * something is.
 */
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
  // What was lost before, or is signed here, changes nothing again.
  const isNew = ({ txId }: Kept): boolean => isUnknownId(journal, txId);
  const losses = entries.filter(isNew).map(({ swap, nonce, kind, txId }): Loss => {
    return { swapId: journal.state.swaps[swap]!.swap.id, nonce, kind, txId };
  });
  const frozen = {
    code: 'WALLET_FROZEN',
    message: 'the journal has forgotten what was signed',
  } as const;
  const { state } = journal;
  const known = {
    ...state,
    losses: [...state.losses, ...losses],
    frozen: losses.length > 0 ? (state.frozen ?? frozen) : state.frozen,
    committed: Math.max(state.committed, ...entries.map(({ sequence }) => sequence)),
  };
  const foreign = findExternalNonce(known, chain.nonce);
  journal.state = foreign === undefined ? known : frozenFor(known, foreign);
}
