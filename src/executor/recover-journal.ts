import type { RecoveryStore } from '../ports/stores/recovery-store.ts';
import type { SigningLogContext } from './context.ts';
import { findLosses } from './find-losses.ts';
import { registerWallets } from './register-wallets.ts';

/**
 * Tells a journal that was rolled back what the signing log shows, and has it import what it can.
 * @param isRead the log shows nothing that the journal does not know
 */
export async function recoverJournal(
  context: SigningLogContext,
  { isRead }: { isRead: boolean },
): Promise<void> {
  if (!isRead) await readLog(context);
  await importLosses(context);
}

/** A journal that learns nothing of what it is told is asked again at the next comparison. */
const maxReads = 8;

/** Read again after losses were recorded: by then the journal has another epoch. */
export async function readLog(context: SigningLogContext): Promise<void> {
  const { journal, signingLog } = context;
  // The journal may have forgotten a wallet: nothing of it could be imported.
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
    logger.error(loss, 'a transaction that the journal forgot cannot be imported');
  for (const loss of failed)
    logger.error(loss, 'a transaction that the journal forgot was not imported; it is tried again');
}

/**
 * Stores what the journal has lost, as far as the signing log shows it. Returns how many entries
 * that were.
 * @param droppedUpTo up to which place in the order of commits the log has dropped entries
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
    context.logger.error(found, 'the journal went back: it has forgotten what was signed');
  }
  return lost;
}
