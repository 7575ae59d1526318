import type { LedgerEntry } from '../ports/ledger.ts';
import type { RecordLossesOptions } from '../ports/time-travel.ts';
import { chunksOf } from './chunks-of.ts';
import type { LedgerContext } from './context.ts';

/** Stores what the journal has lost. */
export async function recordLosses(
  context: LedgerContext,
  losses: readonly LedgerEntry[],
  options: RecordLossesOptions,
): Promise<void> {
  for (const entries of chunksOf(losses)) await context.journal.recordLosses(entries, options);
  const accounts = [...new Set(losses.map(({ account }) => account))];
  context.logger.error({ lost: losses.length, accounts }, 'the journal went back: it has forgotten what was signed');
}
