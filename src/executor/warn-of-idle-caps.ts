import type { Logger } from 'pino';
import type { Cap } from '../core/caps/cap.ts';
import type { WalletStore } from '../ports/stores/wallet-store.ts';

/**
 * Warns of caps that name a wallet which the journal does not know: they count no payment. That is
 * no fault, since the wallet may be imported later. Reads nothing if no cap names a wallet.
 */
export async function warnOfIdleCaps(
  journal: Pick<WalletStore, 'wallets'>,
  caps: readonly Pick<Cap, 'name' | 'wallet'>[],
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  const named = caps.filter(({ wallet }) => wallet !== undefined);
  if (named.length === 0) return;
  const known = new Set((await journal.wallets()).map(({ name }) => name));
  for (const { name, wallet = '' } of named)
    if (!known.has(wallet))
      logger.warn(
        { cap: name, wallet },
        'a cap of the policy names a wallet that is not there: it bounds no payment until a wallet has this name',
      );
}
