import type { Logger } from 'pino';
import type { Blackout } from '../core/blackouts/blackout.ts';
import type { Cap } from '../core/caps/cap.ts';
import type { WalletStore } from '../ports/stores/wallet-store.ts';

interface Naming {
  caps: readonly Pick<Cap, 'name' | 'wallet'>[];
  blackouts: readonly Pick<Blackout, 'name' | 'wallets'>[];
}

/**
 * Warns of caps and blackouts that name a wallet which the journal does not know: they bound and hold
 * nothing of it. That is no fault, since the wallet may be imported later. Reads nothing if none
 * names a wallet.
 */
export async function warnOfIdleNames(
  journal: Pick<WalletStore, 'wallets'>,
  { caps, blackouts }: Naming,
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  const named = [
    ...caps.flatMap(({ name, wallet }) => (wallet === undefined ? [] : [{ cap: name, wallet }])),
    ...blackouts.flatMap(({ name, wallets = [] }) =>
      wallets.map((wallet) => ({ blackout: name, wallet })),
    ),
  ];
  if (named.length === 0) return;
  const known = new Set((await journal.wallets()).map(({ name }) => name));
  for (const one of named)
    if (!known.has(one.wallet))
      logger.warn(
        one,
        'the policy names a wallet that is not there: the cap or blackout concerns nothing until a wallet has this name',
      );
}
