import type { ChainName, Family } from '../core/swap/chains.ts';
import { sameAccount } from '../core/swap/same-account.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { Intervention, LostAttempt, UnfreezeRequest } from '../ports/stores/recovery-store.ts';
import type { Wallet } from '../ports/stores/wallet-store.ts';
import type { SigningLogContext } from './context.ts';
import { noticeLosses } from './notice-losses.ts';

/** Why a wallet is frozen, and what an operator compares before releasing it. */
export interface FrozenWallet {
  wallet: Wallet;
  /** The wallet's transaction count on each chain that has nonces. */
  chainNonces: ReadonlyMap<ChainName, bigint>;
  lost: LostAttempt[];
}

/**
 * @param family distinguishes wallets of one name: the journal allows one for each family
 * @throws `UNKNOWN_WALLET`, `INVALID_REQUEST` if wallets of several families have the name and no
 *   family is given, and `RPC_UNAVAILABLE` if a chain of the wallet does not respond
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
    `the journal knows ${named.length} wallets ${name}: ${known}; give the family (--family)`,
  );
}

/** A person's decision on a frozen wallet. */
export interface Release extends Intervention, Pick<UnfreezeRequest, 'frozenReason'> {
  name: string;
  family?: Family;
}

/**
 * Releases a frozen wallet after an operator has checked its transactions on every configured
 * chain. A later transaction that the journal does not know freezes it again. Throws
 * `JOURNAL_WENT_BACK` if lost attempts of the wallet were not adopted, `INVALID_REQUEST` if it is
 * not frozen, `FREEZE_CHANGED` if it is frozen for another reason than `frozenReason`, and what
 * `inspectWallet` throws.
 */
export async function unfreezeWallet(
  context: SigningLogContext,
  { name, family, ...request }: Release,
): Promise<FrozenWallet> {
  // The person has not seen what the next step freezes.
  const { frozenReason } = theWallet(await context.journal.wallets(), name, family);
  // The journal may not know this host's signing log yet: an operator has to see its losses first.
  await noticeLosses(context);
  const found = await inspectWallet(context, name, family);
  if (found.lost.some(({ adopted }) => !adopted)) {
    const message = `the journal has lost attempts of the wallet ${name}: start the hosts whose signing logs are missing; ferryman journal show lists what cannot be imported. Adopt the journal only after that`;
    throw new FerrymanError('JOURNAL_WENT_BACK', message);
  }
  if (frozenReason === undefined)
    throw new FerrymanError('INVALID_REQUEST', `the wallet ${name} is not frozen`);
  await context.journal.unfreezeWallet({
    walletId: found.wallet.id,
    chainNonces: found.chainNonces,
    frozenReason,
    ...request,
  });
  context.logger.warn(
    { wallet: name, family: found.wallet.family, was: found.wallet.frozenReason, ...request },
    'wallet released',
  );
  return found;
}
