import { afterAll, beforeAll, describe } from 'vitest';
import { describeAccounts } from '../journal/suite/accounts.ts';
import { describeAddingCoins } from '../journal/suite/adding-coins.ts';
import { describeAllowing } from '../journal/suite/allowing.ts';
import { describeApproving } from '../journal/suite/approving.ts';
import { describeAttributing } from '../journal/suite/attributing.ts';
import { describeBooking } from '../journal/suite/booking.ts';
import { describeBrokenPromises } from '../journal/suite/broken-promises.ts';
import { describeBulkActions } from '../journal/suite/bulk-actions.ts';
import { describeCancelling } from '../journal/suite/cancelling.ts';
import { describeCommitting } from '../journal/suite/committing.ts';
import { describeCompeting } from '../journal/suite/competing.ts';
import { describeCorrectingProofs } from '../journal/suite/correcting-proofs.ts';
import { describeDepositing } from '../journal/suite/depositing.ts';
import { describeEnding } from '../journal/suite/ending.ts';
import { describeExpiring } from '../journal/suite/expiring.ts';
import { describeFeed } from '../journal/suite/feeding.ts';
import { describeFencing } from '../journal/suite/fencing.ts';
import { describeFindingOpenChains } from '../journal/suite/finding-open-chains.ts';
import type { OpenedJournal, Under } from '../journal/suite/fixture.ts';
import { describeHealth } from '../journal/suite/health.ts';
import { describeHistory } from '../journal/suite/history.ts';
import { describeLanes } from '../journal/suite/lanes.ts';
import { describeLaws } from '../journal/suite/laws.ts';
import { describeLeasing } from '../journal/suite/leasing.ts';
import { describeClaiming } from '../journal/suite/locking.ts';
import { describeLostPayments } from '../journal/suite/lost-payments.ts';
import { describeObserving } from '../journal/suite/observing.ts';
import { describeOperators } from '../journal/suite/operators.ts';
import { describeOverviews } from '../journal/suite/overviews.ts';
import { describeProofsAfterEnd } from '../journal/suite/proofs-after-end.ts';
import { describeProving } from '../journal/suite/proving.ts';
import { describeReplacing } from '../journal/suite/replacing.ts';
import { describeResolving } from '../journal/suite/resolving.ts';
import { describeRetrying } from '../journal/suite/retrying.ts';
import { describeRevivalLaws } from '../journal/suite/revival-laws.ts';
import { describeSealing } from '../journal/suite/sealing.ts';
import { describeSearching } from '../journal/suite/searching.ts';
import { describeSharing } from '../journal/suite/sharing.ts';
import { describeSpeedingUp } from '../journal/suite/speeding-up.ts';
import { describeStopping } from '../journal/suite/stopping.ts';
import { describeSubmitting } from '../journal/suite/submitting.ts';
import { describeTakingTurns } from '../journal/suite/taking-turns.ts';
import { describeTimeTravel } from '../journal/suite/time-travel.ts';
import { describeVoting } from '../journal/suite/voting.ts';
import { describeWatchingDeposits } from '../journal/suite/watching-deposits.ts';
import { describeWithdrawingProofs } from '../journal/suite/withdrawing-proofs.ts';

/** What every `Journal` keeps to, part by part. */
const parts: readonly Part[] = [
  describeSubmitting,
  describeSealing,
  describeStopping,
  describeBrokenPromises,
  describeAccounts,
  describeClaiming,
  describeLeasing,
  describeExpiring,
  describeLanes,
  describeTakingTurns,
  describeSpeedingUp,
  describeAddingCoins,
  describeSharing,
  describeDepositing,
  describeWatchingDeposits,
  describeCommitting,
  describeAllowing,
  describeObserving,
  describeFindingOpenChains,
  describeProving,
  describeCorrectingProofs,
  describeWithdrawingProofs,
  describeRevivalLaws,
  describeEnding,
  describeApproving,
  describeVoting,
  describeAttributing,
  describeCompeting,
  describeCancelling,
  describeRetrying,
  describeReplacing,
  describeResolving,
  describeBooking,
  describeProofsAfterEnd,
  describeHistory,
  describeHealth,
  describeOperators,
  describeOverviews,
  describeSearching,
  describeBulkActions,
  describeFeed,
  describeFencing,
  describeTimeTravel,
  describeLostPayments,
  describeLaws,
];

type Part = (under: Under) => void;

/** What is made of locks, transactions, waits, constraints and the mapping of an engine's errors. */
const engineParts = new Set<Part>([
  describeSubmitting,
  describeClaiming,
  describeLeasing,
  describeExpiring,
  describeLanes,
  describeCommitting,
  describeCompeting,
  describeHistory,
  describeHealth,
  describeOperators,
  describeVoting,
  describeFeed,
  describeFencing,
  describeLaws,
]);

/** Runs all of it. */
export function journalConformance(name: string, open: () => Promise<OpenedJournal>): void {
  describeParts(name, open, parts);
}

/** Runs the parts that another engine could answer otherwise, though the statements are the same. */
export function engineConformance(name: string, open: () => Promise<OpenedJournal>): void {
  describeParts(
    name,
    open,
    parts.filter((part) => engineParts.has(part)),
  );
}

function describeParts(
  name: string,
  open: () => Promise<OpenedJournal>,
  chosen: readonly Part[],
): void {
  describe(`a journal: ${name}`, () => {
    let opened: OpenedJournal;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());
    for (const describePart of chosen) describePart(() => opened);
  });
}
