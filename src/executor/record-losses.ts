import type { LedgerContext } from './context.ts';
import { findLosses } from './find-losses.ts';

/**
 * Stores what the journal has lost, as far as the signing log shows it. Returns how many entries that were.
 * @param droppedUpTo up to which place in the order of commits the log has dropped entries
 */
export async function recordLosses(context: LedgerContext, droppedUpTo: bigint): Promise<number> {
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
