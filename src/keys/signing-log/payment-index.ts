import { isPayment } from '../../core/swap/swap.ts';
import type { SigningLog, SigningLogEntry } from '../../ports/signing-log.ts';
import { parseEntry } from './entry.ts';
import { createLineIndex, namesOfSwaps } from './line-index.ts';
import { listSigningLogFiles } from './signing-log-files.ts';

/** Finds the payments in the signing log. */
export function createPaymentIndex(folder: string): SigningLog['paymentsOf'] {
  const index = createLineIndex<SigningLogEntry>({
    files: () => listSigningLogFiles(folder),
    parse: parseEntry,
    namesOf: (entry) =>
      isPayment(entry.step)
        ? new Set([...namesOfSwaps([entry, ...entry.retries]), nameOf(entry)])
        : new Set(),
  });
  return (swaps, transactions = []) =>
    index.find(new Set([...namesOfSwaps(swaps), ...transactions.map(nameOf)]));
}

function nameOf({ chain, txId }: Pick<SigningLogEntry, 'chain' | 'txId'>): string {
  return `transaction ${chain} ${txId}`;
}
