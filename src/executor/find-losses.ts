import type { SigningLogEntry } from '../ports/signing-log.ts';
import type { AttemptKey, RecoveryStore } from '../ports/stores/recovery-store.ts';
import type { SigningLogContext } from './context.ts';

/** Signing log entries per statement. */
const chunk = 1_000;

/**
 * Reads the whole signing log and yields, in chunks, the entries that the journal knows neither as
 * its own nor as lost.
 */
export async function* findLosses({
  journal,
  signingLog,
}: Pick<SigningLogContext<RecoveryStore>, 'journal' | 'signingLog'>): AsyncGenerator<
  readonly SigningLogEntry[]
> {
  for await (const entries of inChunks(signingLog.entries())) {
    const { unknown } = await journal.recognize(entries);
    const names = new Set(unknown.map(nameOf));
    const losses = entries.filter((entry) => names.has(nameOf(entry)));
    if (losses.length > 0) yield losses;
  }
}

async function* inChunks(
  entries: AsyncIterable<SigningLogEntry>,
): AsyncGenerator<readonly SigningLogEntry[]> {
  let collected: SigningLogEntry[] = [];
  for await (const entry of entries) {
    if (collected.push(entry) < chunk) continue;
    yield collected;
    collected = [];
  }
  if (collected.length > 0) yield collected;
}

function nameOf({ chain, txId }: AttemptKey): string {
  return `${chain}:${txId}`;
}
