import type { ChainName, Family } from '../core/swap/chains.ts';
import { sameAccount } from '../core/swap/same-account.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { Intervention, LostAttempt } from '../ports/stores/recovery-store.ts';
import type { Wallet } from '../ports/stores/wallet-store.ts';
import type { SigningLogContext } from './context.ts';
import { noticeLosses } from './notice-losses.ts';

/** Why a wallet is frozen, and what a person compares before it is released. */
export interface FrozenWallet {
  wallet: Wallet;
  /** By chain, how many transactions of the wallet the chain counts, where it does. */
  chainNonces: ReadonlyMap<ChainName, bigint>;
  lost: LostAttempt[];
}

/**
 * @param family tells wallets of one name apart: the journal allows one for each family
 * @throws `UNKNOWN_WALLET`, `INVALID_REQUEST` where wallets of several families have the name and
 *   none was said, and `RPC_UNAVAILABLE` where a chain of the wallet does not answer
 */
export async function inspectWallet(
  { journal, chains }: SigningLogContext,
  name: string,
  family?: Family,
): Promise<FrozenWallet> {
  const wallet = theWallet(await journal.wallets(), name, family);
  const chainNonces = new Map<ChainName, bigint>();
  await Promise.all(
    [...chains].map(async ([chain, adapter]) => {
      const { accounts } = adapter;
      if (adapter.chain.family !== wallet.family || accounts.kind !== 'counted') return;
      chainNonces.set(chain, await accounts.nextNonce(wallet.address));
    }),
  );
  const lost = (await journal.lostAttempts()).filter(({ account }) =>
    sameAccount(wallet.family, account, wallet.address),
  );
  return { wallet, chainNonces, lost };
}

function theWallet(wallets: readonly Wallet[], name: string, family: Family | undefined): Wallet {
  const named = wallets.filter(
    (one) => one.name === name && (family === undefined || one.family === family),
  );
  const [wallet, ...others] = named;
  if (!wallet) {
    const what = family === undefined ? 'wallet' : `${family} wallet`;
    throw new FerrymanError('UNKNOWN_WALLET', `the journal knows no ${what} ${name}`);
  }
  if (others.length === 0) return wallet;
  const known = named.map((one) => `${one.family} ${one.address}`).join(', ');
  throw new FerrymanError(
    'INVALID_REQUEST',
    `the journal knows ${named.length} wallets ${name}: ${known}; say which by its family (--family)`,
  );
}

/**
 * Releases a frozen wallet: a person has looked at its transactions so far, on every configured
 * chain. One that comes later and that the journal does not know freezes it again. Throws
 * `JOURNAL_WENT_BACK` where the journal has forgotten some that nobody has answered for,
 * `INVALID_REQUEST` where it is not frozen, and what `inspectWallet` throws.
 */
export async function unfreezeWallet(
  context: SigningLogContext,
  { name, family, ...request }: Intervention & { name: string; family?: Family },
): Promise<FrozenWallet> {
  // What the signing log here shows may not have been asked for yet: a person has to see it before.
  await noticeLosses(context);
  const found = await inspectWallet(context, name, family);
  if (found.lost.some(({ adopted }) => !adopted)) {
    const message = `the journal has forgotten what was signed with the wallet ${name}: that is to be looked at first`;
    throw new FerrymanError('JOURNAL_WENT_BACK', message);
  }
  await context.journal.unfreezeWallet({
    walletId: found.wallet.id,
    chainNonces: found.chainNonces,
    ...request,
  });
  context.logger.warn(
    { wallet: name, family: found.wallet.family, was: found.wallet.frozenReason, ...request },
    'wallet released',
  );
  return found;
}
