import type { LedgerEntry } from '../ports/ledger.ts';
import type { AttemptPlace } from '../ports/time-travel.ts';
import { chunksOf } from './chunks-of.ts';
import type { LedgerContext } from './context.ts';

/** Entries of the whole ledger that the journal knows neither as its own nor as lost. */
export async function findLosses({
  journal,
  ledger,
}: Pick<LedgerContext, 'journal' | 'ledger'>): Promise<LedgerEntry[]> {
  const losses: LedgerEntry[] = [];
  for (const entries of chunksOf(await ledger.all())) {
    const { unknown } = await journal.recognize(entries);
    const places = new Set(unknown.map(nameOf));
    losses.push(...entries.filter((entry) => places.has(nameOf(entry))));
  }
  return losses;
}

function nameOf({ chain, txId }: AttemptPlace): string {
  return `${chain}:${txId}`;
}
