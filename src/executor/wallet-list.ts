import type { Clock } from '../ports/clock.ts';
import type { Wallet, WalletStore } from '../ports/stores/wallet-store.ts';

/** Milliseconds for which a list is reused. Wallets are added rarely. */
const maxAge = 1_000;

/**
 * The journal's wallets, to find a job's wallet. The signing transaction itself checks whether a
 * wallet is frozen.
 */
export interface WalletList {
  /** At most a second old: a new wallet may be missing, a listed one may be frozen since. */
  recent(): Promise<readonly Wallet[]>;
  /** As they are now. */
  current(): Promise<readonly Wallet[]>;
}

export function createWalletList(journal: Pick<WalletStore, 'wallets'>, clock: Clock): WalletList {
  let last: { readAt: number; wallets: readonly Wallet[] } | undefined;
  const current = async (): Promise<readonly Wallet[]> => {
    const readAt = clock.now();
    const wallets = await journal.wallets();
    last = { readAt, wallets };
    return wallets;
  };
  return {
    async recent() {
      // If the clock was set back, the age of the list is unknown.
      const age = last ? clock.now() - last.readAt : Number.NaN;
      return last && age >= 0 && age < maxAge ? last.wallets : current();
    },
    current,
  };
}
