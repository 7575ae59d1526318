import { toFerrymanError } from '../errors/ferryman-error.ts';
import type { LedgerEntry } from '../ports/ledger.ts';
import { chunksOf } from './chunks-of.ts';
import type { LedgerContext } from './context.ts';

/** Stores what the journal has lost, and freezes what the chains say is concerned as well. */
export async function recordLosses(context: LedgerContext, losses: readonly LedgerEntry[]): Promise<void> {
  for (const entries of chunksOf(losses)) await context.journal.recordLosses(entries);
  await freezeForeign(context);
  if (losses.length === 0) return;
  const accounts = [...new Set(losses.map(({ account }) => account))];
  context.logger.error({ lost: losses.length, accounts }, 'the journal went back: it has forgotten what was signed');
}

/** A chain that does not answer now is asked again before the next lease on it. */
async function freezeForeign({ journal, chains, logger }: LedgerContext): Promise<void> {
  const wallets = await journal.wallets();
  for (const [chain, adapter] of chains) {
    if (!adapter.nextNonce) continue;
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
