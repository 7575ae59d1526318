import { afterAll, beforeAll, describe } from 'vitest';
import { describeAccounts } from '../journal/suite/accounts.ts';
import { describeAddingCoins } from '../journal/suite/adding-coins.ts';
import { describeAllowing } from '../journal/suite/allowing.ts';
import { describeAttributing } from '../journal/suite/attributing.ts';
import { describeCancelling } from '../journal/suite/cancelling.ts';
import { describeClaiming } from '../journal/suite/claiming.ts';
import { describeCommitting } from '../journal/suite/committing.ts';
import { describeCorrectingProofs } from '../journal/suite/correcting-proofs.ts';
import { describeDepositing } from '../journal/suite/depositing.ts';
import { describeEnding } from '../journal/suite/ending.ts';
import { describeExpiring } from '../journal/suite/expiring.ts';
import { describeFencing } from '../journal/suite/fencing.ts';
import type { OpenedJournal } from '../journal/suite/fixture.ts';
import { describeHealth } from '../journal/suite/health.ts';
import { describeHistory } from '../journal/suite/history.ts';
import { describeLaws } from '../journal/suite/laws.ts';
import { describeLeasing } from '../journal/suite/leasing.ts';
import { describeLostPayments } from '../journal/suite/lost-payments.ts';
import { describeObserving } from '../journal/suite/observing.ts';
import { describeProofsAfterEnd } from '../journal/suite/proofs-after-end.ts';
import { describeProving } from '../journal/suite/proving.ts';
import { describeResolving } from '../journal/suite/resolving.ts';
import { describeRetryHistories } from '../journal/suite/retry-histories.ts';
import { describeRetrying } from '../journal/suite/retrying.ts';
import { describeRevivalLaws } from '../journal/suite/revival-laws.ts';
import { describeSharing } from '../journal/suite/sharing.ts';
import { describeSpeedingUp } from '../journal/suite/speeding-up.ts';
import { describeSubmitting } from '../journal/suite/submitting.ts';
import { describeTakingTurns } from '../journal/suite/taking-turns.ts';
import { describeTimeTravel } from '../journal/suite/time-travel.ts';
import { describeWatchingDeposits } from '../journal/suite/watching-deposits.ts';
import { describeWithdrawingProofs } from '../journal/suite/withdrawing-proofs.ts';

/** What every `Journal` keeps to; runs on each engine. */
export function journalConformance(name: string, open: () => Promise<OpenedJournal>): void {
  describe(`a journal: ${name}`, () => {
    let opened: OpenedJournal;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());
    const under = (): OpenedJournal => opened;

    describeSubmitting(under);
    describeAccounts(under);
    describeClaiming(under);
    describeLeasing(under);
    describeExpiring(under);
    describeTakingTurns(under);
    describeSpeedingUp(under);
    describeAddingCoins(under);
    describeSharing(under);
    describeDepositing(under);
    describeWatchingDeposits(under);
    describeCommitting(under);
    describeAllowing(under);
    describeObserving(under);
    describeProving(under);
    describeCorrectingProofs(under);
    describeWithdrawingProofs(under);
    describeRevivalLaws(under);
    describeEnding(under);
    describeAttributing(under);
    describeCancelling(under);
    describeRetrying(under);
    describeResolving(under);
    describeProofsAfterEnd(under);
    describeRetryHistories(under);
    describeHistory(under);
    describeHealth(under);
    describeFencing(under);
    describeTimeTravel(under);
    describeLostPayments(under);
    describeLaws(under);
  });
}
