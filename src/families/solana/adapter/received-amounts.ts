import { isNativeToken, type TokenAddress } from '../../../core/swap/chains.ts';
import type { SolanaChain } from '../formats/chain.ts';
import type { LandedTransaction, TokenBalance } from './answers.ts';
import { accountsOf, lamportsAt } from './landed-accounts.ts';
import { paidAlong } from './paid-along.ts';
import { nativeMint } from './programs.ts';
import { requireMintAddress } from './token.ts';

interface Amount {
  /** Tells it apart from others of the transaction (`ReceivedTransfer`). */
  index: number;
  amount: bigint;
}

/**
 * What a transaction that succeeded brought to `receiver`. Throws `RPC_MALFORMED` where the
 * receiver has more lamports than can be told exactly.
 */
export function amountsReceived(
  landed: LandedTransaction,
  chain: SolanaChain,
  receiver: string,
  token: TokenAddress,
): Amount[] {
  return isNativeToken(chain, token)
    ? nativeAmounts(landed, receiver)
    : tokenAmounts(landed, receiver, requireMintAddress(chain, token));
}

/**
 * Of every token account of the receiver's that has more than before, by its place among the
 * transaction's accounts; all together not more than the receiver has gained: what it moved between
 * accounts of its own came from nobody.
 */
export function tokenAmounts(
  { meta }: LandedTransaction,
  receiver: string,
  mint: string,
): Amount[] {
  const held = (balances: readonly TokenBalance[]) =>
    new Map(
      balances
        .filter((balance) => balance.owner === receiver && balance.mint === mint)
        .map(({ accountIndex, uiTokenAmount }) => [accountIndex, uiTokenAmount.amount] as const),
    );
  const [before, after] = [held(meta.preTokenBalances), held(meta.postTokenBalances)];
  const indexes = [...new Set([...before.keys(), ...after.keys()])].sort((a, b) => a - b);
  const gains = indexes.map((index) => ({
    index,
    amount: (after.get(index) ?? 0n) - (before.get(index) ?? 0n),
  }));
  let left = gains.reduce((sum, { amount }) => sum + amount, 0n);
  return gains.flatMap(({ index, amount }) => {
    if (amount <= 0n || left <= 0n) return [];
    const moved = amount > left ? amount - left : 0n;
    const counted = amount - moved;
    left -= counted;
    return [{ index, amount: counted }];
  });
}

/**
 * Coins that came to the receiver's own account: numbered by its place among the transaction's
 * accounts, from -1 down. Where the receiver pays for the transaction, the fee is its own doing,
 * and so is what it pays along with it, rent that went into its token accounts from there, or came
 * back out of them. Rent that somebody else has put there is no payment.
 */
export function nativeAmounts(landed: LandedTransaction, receiver: string): Amount[] {
  const { meta } = landed;
  const place = accountsOf(landed).indexOf(receiver);
  if (place === -1) return [];
  const hasPaid = place === 0;
  const paid = hasPaid ? meta.fee + paidAlong(landed, receiver) : 0n;
  const gained = lamportsAt(meta.postBalances, place) - lamportsAt(meta.preBalances, place) + paid;
  const rent =
    rentOf(meta.postBalances, meta.postTokenBalances, receiver) -
    rentOf(meta.preBalances, meta.preTokenBalances, receiver);
  const amount = hasPaid || rent < 0n ? gained + rent : gained;
  return amount > 0n ? [{ index: -1 - place, amount }] : [];
}

/** Lamports in an owner's token accounts that are not coins which they hold. */
function rentOf(
  lamports: LandedTransaction['meta']['postBalances'],
  tokens: readonly TokenBalance[],
  owner: string,
): bigint {
  return tokens
    .filter((balance) => balance.owner === owner)
    .reduce((sum, { accountIndex, mint, uiTokenAmount }) => {
      const all = lamportsAt(lamports, accountIndex);
      return sum + (mint === nativeMint ? all - uiTokenAmount.amount : all);
    }, 0n);
}
