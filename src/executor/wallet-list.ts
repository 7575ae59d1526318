import type { Clock } from '../ports/clock.ts';
import type { Wallet, WalletStore } from '../ports/stores/wallet-store.ts';

/** For how long a list is used again, in milliseconds. Wallets are added rarely. */
const maxAge = 1_000;

/**
 * The journal's wallets, by which jobs are told whose they are. Whoever signs reads whether one is
 * frozen in the transaction that acts.
 */
export interface WalletList {
  /** As they were a second ago at most: one may be missing that is new, and be frozen since. */
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
      // A clock that was set back says nothing of the list's age.
      const age = last ? clock.now() - last.readAt : Number.NaN;
      return last && age >= 0 && age < maxAge ? last.wallets : current();
    },
    current,
  };
}
