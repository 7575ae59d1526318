import { FerrymanError, toFerrymanError } from '../errors/ferryman-error.ts';
import type { LedgerEntry } from '../ports/ledger.ts';
import type { AttemptPlace } from '../ports/time-travel.ts';
import type { ExecutorContext } from './context.ts';

export type LedgerContext = Pick<ExecutorContext, 'journal' | 'ledger' | 'chains' | 'logger'>;

/** Entries that are looked up in one statement. */
const chunk = 1_000;
/** Milliseconds. What a journal forgets is its newest, whatever the order in which transactions end that run side by side. */
const recent = 3_600_000;

/**
 * Whether this is the journal that the keys sign for, and still knows what was signed last. To be asked before a lease is taken and before
 * anything is signed. A journal that went back is told so: the wallets that are concerned are frozen, and nothing is signed until a person
 * has looked. Throws `JOURNAL_FOREIGN`, `JOURNAL_WENT_BACK`; what is thrown while a swap is carried on makes it wait.
 */
export async function verifyJournal(context: LedgerContext): Promise<void> {
  const entries = await context.ledger.newest();
  const newest = entries.reduce((latest, { signedAt }) => Math.max(latest, signedAt), 0);
  return verify(
    context,
    entries.filter(({ signedAt }) => signedAt >= newest - recent),
  );
}

/**
 * The same before a swap is ended without a signature: has the journal told what it has forgotten, and stops nothing. A ledger that can not be
 * asked keeps nothing from ending. False where the journal is not what it was, or could not be compared.
 */
export async function noticeLosses(context: LedgerContext): Promise<boolean> {
  try {
    await verifyJournal(context);
    return true;
  } catch (cause) {
    const { code, message } = toFerrymanError(cause);
    context.logger.warn({ code, reason: message }, 'the journal is not what it was, or can not be compared');
    return false;
  }
}

/** The same at the start of a process that signs: with the last entry of every file, and the first time it makes the journal the keys' own. */
export async function verifyJournalAtStart(context: LedgerContext): Promise<void> {
  const { instanceId } = await context.journal.recognize([]);
  await context.ledger.bind(instanceId);
  await verify(context, await context.ledger.newest()).catch((cause: unknown) => {
    // What is in flight is followed all the same, so that this process starts.
    const { code, message } = toFerrymanError(cause);
    if (code !== 'JOURNAL_WENT_BACK') throw cause;
    context.logger.warn({ code, reason: message }, 'started without signing');
  });
}

/** Entries of the ledger that the journal knows neither as its own nor as lost. */
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

/** Stores what the journal has lost, and freezes what the chains say is concerned as well. */
export async function recordLosses(context: LedgerContext, losses: readonly LedgerEntry[]): Promise<void> {
  for (const entries of chunksOf(losses)) await context.journal.recordLosses(entries);
  await freezeForeign(context);
}

async function verify(context: LedgerContext, entries: readonly LedgerEntry[]): Promise<void> {
  const { journal, ledger, logger } = context;
  const { instanceId, unknown, openLosses } = await journal.recognize(entries);
  const own = await ledger.instance();
  if (own !== undefined && own !== instanceId) {
    throw new FerrymanError('JOURNAL_FOREIGN', `these keys sign for the journal ${own}, and this is ${instanceId}`);
  }
  if (unknown.length === 0 && openLosses === 0) return;
  if (unknown.length > 0) {
    const losses = await findLosses(context);
    await recordLosses(context, losses);
    const accounts = [...new Set(losses.map(({ account }) => account))];
    logger.error({ lost: losses.length, accounts }, 'the journal went back: it has forgotten what was signed');
  }
  const message = 'the journal has forgotten transactions that were signed; nothing is signed until it is adopted';
  // This swap may be none of those that are concerned: it waits.
  throw new FerrymanError('JOURNAL_WENT_BACK', message, { next: 'retry' });
}

/** A chain that does not answer now is asked again before the next lease on it. */
async function freezeForeign({ journal, chains, logger }: LedgerContext): Promise<void> {
  const wallets = await journal.wallets();
  for (const [chain, adapter] of chains) {
    for (const { id: walletId, family, address: account } of wallets) {
      if (family !== adapter.chain.family) continue;
      try {
        const chainNonce = await adapter.nextNonce(account);
        await journal.freezeIfForeign({ walletId, chain, account, chainNonce });
      } catch (cause) {
        logger.warn({ chain, account, code: toFerrymanError(cause).code }, 'nonce not compared; the next lease does');
      }
    }
  }
}

function* chunksOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += chunk) yield items.slice(start, start + chunk);
}

function nameOf({ chain, txId }: AttemptPlace): string {
  return `${chain}:${txId}`;
}
