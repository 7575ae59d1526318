import { toFerrymanError } from '../errors/ferryman-error.ts';
import type { LedgerContext } from './context.ts';

/**
 * Freezes the wallets whose chains show a transaction that neither the journal nor a signing log
 * explains, in its pool too, where accounts count their transactions. A chain that does not answer now is asked
 * again before the next lease on it.
 */
export async function freezeForeign({ journal, chains, logger }: LedgerContext): Promise<void> {
  const wallets = await journal.wallets();
  for (const [chain, adapter] of chains) {
    const nextNonce = adapter.pendingNonce ?? adapter.nextNonce;
    if (!nextNonce) continue;
    for (const { id: walletId, family, address: account } of wallets) {
      if (family !== adapter.chain.family) continue;
      try {
        const chainNonce = await nextNonce(account);
        await journal.freezeIfForeign({ walletId, chain, account, chainNonce });
      } catch (cause) {
        logger.warn({ chain, account, code: toFerrymanError(cause).code }, 'nonce not compared; the next lease does');
      }
    }
  }
}
