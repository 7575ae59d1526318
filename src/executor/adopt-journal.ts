import type { Intervention, LostAttempt } from '../ports/stores/recovery-store.ts';
import type { Wallet } from '../ports/stores/wallet-store.ts';
import { compareAccounts } from './compare-accounts.ts';
import type { SigningLogContext } from './context.ts';
import { findLosses } from './find-losses.ts';
import { recoverJournal } from './recover-journal.ts';

/** What an operator checks before adopting a journal. */
export interface JournalReport {
  instanceId: string;
  /** The journal that the keys of this data folder sign for. Absent: none yet. */
  ownInstanceId?: string;
  /** Signed attempts that the journal does not know, newest last. */
  lost: LostAttempt[];
  /** Hosts whose signing logs Ferryman has not read since the journal rollback. */
  missingLogs: string[];
  frozen: Wallet[];
}

/**
 * Compares the journal with the whole signing log of the data folder. Changes nothing. Throws
 * `SIGNING_LOG_DAMAGED`.
 */
export async function inspectJournal(context: SigningLogContext): Promise<JournalReport> {
  const { journal, signingLog } = context;
  const { instanceId, missingLogs } = await journal.recognize([]);
  const own = await signingLog.instance();
  const lost = await journal.lostAttempts();
  for await (const losses of findLosses(context)) {
    lost.push(...losses.map(({ replay: _replay, ...entry }) => ({ ...entry, adopted: false })));
  }
  return {
    instanceId,
    ...(own === undefined ? {} : { ownInstanceId: own }),
    lost: lost.sort((a, b) => a.signedAt - b.signedAt),
    missingLogs,
    frozen: (await journal.wallets()).filter(({ frozenReason }) => frozenReason !== undefined),
  };
}

/**
 * An operator declares that the keys sign for this journal as it is now. Ferryman imports what it
 * can and stores the rest as lost for good: it never pays those swaps again. Their wallets stay
 * frozen until the operator releases each one.
 */
export async function adoptJournal(
  context: SigningLogContext,
  request: Intervention,
): Promise<JournalReport> {
  const { journal, signingLog, logger } = context;
  await recoverJournal(context, { isRead: false });
  const { instanceId, epoch } = await journal.recognize([]);
  await compareAccounts(context, epoch);
  await journal.adopt(request);
  await signingLog.rebind(instanceId);
  logger.warn({ instanceId, ...request }, 'journal adopted');
  return inspectJournal(context);
}
