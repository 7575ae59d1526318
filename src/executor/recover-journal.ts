import type { LedgerContext } from './context.ts';
import { findLosses } from './find-losses.ts';
import { recordLosses } from './record-losses.ts';
import { registerWallets } from './register-wallets.ts';

/**
 * Tells a journal that was rolled back what the signing log shows, and has it import what it can.
 * @param isRead the log shows nothing that the journal does not know
 */
export async function recoverJournal(context: LedgerContext, { isRead }: { isRead: boolean }): Promise<void> {
  if (!isRead) await readLog(context);
  await importLosses(context);
}

/** A journal that learns nothing of what it is told is asked again at the next comparison. */
const maxReads = 8;

/** Read again after every loss that is recorded: by then the journal has another epoch. */
export async function readLog(context: LedgerContext): Promise<void> {
  const { journal, ledger } = context;
  // The journal may have forgotten a wallet: nothing of it could be imported.
  await registerWallets(journal, await context.keystoreWallets());
  const log = await ledger.log();
  for (let reads = 0; reads < maxReads; reads += 1) {
    const { epoch, committed } = await journal.recognize([], log?.id);
    const losses = await findLosses(context);
    if (losses.length === 0) {
      if (log) await journal.markLogRead(log, epoch);
      return;
    }
    await recordLosses(context, losses, { isComplete: (await ledger.droppedUpTo()) <= committed });
  }
}

async function importLosses(context: LedgerContext): Promise<void> {
  const { journal, logger } = context;
  const { imported, refused } = await journal.importLosses();
  if (imported > 0) logger.warn({ imported }, 'transactions imported from the signing logs');
  for (const loss of refused) logger.error(loss, 'a transaction that the journal forgot cannot be imported');
}
