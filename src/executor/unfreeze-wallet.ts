import type { ChainName } from '../core/chains.ts';
import { sameAccount } from '../core/same-account.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { Wallet } from '../ports/journal.ts';
import type { Intervention, LostAttempt } from '../ports/time-travel.ts';
import type { LedgerContext } from './context.ts';
import { noticeLosses } from './notice-losses.ts';

/** Why a wallet is frozen, and what a person compares before it is released. */
export interface FrozenWallet {
  wallet: Wallet;
  /** By chain, how many transactions of the wallet the chain counts, where it does. */
  chainNonces: ReadonlyMap<ChainName, bigint>;
  lost: LostAttempt[];
}

/** Throws `UNKNOWN_WALLET`, and `RPC_UNAVAILABLE` where a chain of the wallet does not answer. */
export async function inspectWallet({ journal, chains }: LedgerContext, name: string): Promise<FrozenWallet> {
  const wallet = (await journal.wallets()).find((one) => one.name === name);
  if (!wallet) throw new FerrymanError('UNKNOWN_WALLET', `the journal knows no wallet ${name}`);
  const chainNonces = new Map<ChainName, bigint>();
  await Promise.all(
    [...chains].map(async ([chain, adapter]) => {
      if (adapter.chain.family !== wallet.family || !adapter.nextNonce) return;
      chainNonces.set(chain, await adapter.nextNonce(wallet.address));
    }),
  );
  const lost = (await journal.lostAttempts()).filter(({ account }) =>
    sameAccount(wallet.family, account, wallet.address),
  );
  return { wallet, chainNonces, lost };
}

/**
 * Releases a frozen wallet: a person has looked at its transactions so far, on every configured chain. One that comes later and that the
 * journal does not know freezes it again. Throws `JOURNAL_WENT_BACK` where the journal has forgotten some that nobody has answered for,
 * `INVALID_REQUEST` where it is not frozen, and what `inspectWallet` throws.
 */
export async function unfreezeWallet(
  context: LedgerContext,
  { name, ...request }: Intervention & { name: string },
): Promise<FrozenWallet> {
  // What the ledger here shows may not have been asked for yet: a person has to see it before.
  await noticeLosses(context);
  const found = await inspectWallet(context, name);
  if (found.lost.some(({ adopted }) => !adopted)) {
    const message = `the journal has forgotten what was signed with the wallet ${name}: that is to be looked at first`;
    throw new FerrymanError('JOURNAL_WENT_BACK', message);
  }
  await context.journal.unfreezeWallet({ walletId: found.wallet.id, chainNonces: found.chainNonces, ...request });
  context.logger.warn({ wallet: name, was: found.wallet.frozenReason, ...request }, 'wallet released');
  return found;
}
