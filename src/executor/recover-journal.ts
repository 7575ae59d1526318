import type { RecoveryStore } from '../ports/stores/recovery-store.ts';
import type { SigningLogContext } from './context.ts';
import { findLosses } from './find-losses.ts';
import { registerWallets } from './register-wallets.ts';

/**
 * Records in a rolled back journal what the signing log shows, and imports what it can.
 * @param isRead the log has no entry that the journal does not know
 */
export async function recoverJournal(
  context: SigningLogContext,
  { isRead }: { isRead: boolean },
): Promise<void> {
  if (!isRead) await readLog(context);
  await importLosses(context);
}

/** Bounds the reads of one recovery; the next comparison tries again. */
const maxReads = 8;

/** Reads again after recording losses, since the journal's epoch has changed. */
export async function readLog(context: SigningLogContext): Promise<void> {
  const { journal, signingLog } = context;
  // The journal may have lost a wallet, without which its attempts could not be imported.
  await registerWallets(journal, await context.keystoreWallets());
  const log = await signingLog.log();
  for (let reads = 0; reads < maxReads; reads += 1) {
    const { epoch } = await journal.recognize([], log?.id);
    const droppedUpTo = await signingLog.droppedUpTo();
    if ((await recordLosses(context, droppedUpTo)) > 0) continue;
    if (log) await journal.markLogRead({ ...log, epoch, droppedUpTo });
    return;
  }
}

async function importLosses(context: SigningLogContext<RecoveryStore>): Promise<void> {
  const { journal, logger } = context;
  const { imported, refused, failed } = await journal.importLosses();
  if (imported > 0) logger.warn({ imported }, 'transactions imported from the signing logs');
  for (const loss of refused)
    logger.error(loss, 'lost attempt cannot be imported from the signing log');
  for (const loss of failed)
    logger.error(loss, 'lost attempt not imported from the signing log; retrying');
}

/**
 * Stores what the journal has lost, as far as the signing log shows it. Returns the number of
 * entries.
 * @param droppedUpTo the commit number up to which the log has dropped entries
 */
async function recordLosses(
  context: SigningLogContext<RecoveryStore>,
  droppedUpTo: bigint,
): Promise<number> {
  let lost = 0;
  const accounts = new Set<string>();
  for await (const losses of findLosses(context)) {
    await context.journal.recordLosses(losses, { droppedUpTo });
    lost += losses.length;
    for (const { account } of losses) accounts.add(account);
  }
  if (lost > 0) {
    const found = { lost, accounts: [...accounts] };
    context.logger.error(found, 'journal rollback: signed attempts are missing from the journal');
  }
  return lost;
}
