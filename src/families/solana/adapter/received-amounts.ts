import { isNativeToken, type TokenAddress } from '../../../core/swap/chains.ts';
import type { SolanaChain } from '../formats/chain.ts';
import type { LandedTransaction, TokenBalance } from './answers.ts';
import { accountsOf, lamportsAt } from './landed-accounts.ts';
import { paidAlong } from './paid-along.ts';
import { nativeMint } from './programs.ts';
import { requireMintAddress } from './token.ts';

interface Amount {
  /** Identifies the transfer within the transaction (`ReceivedTransfer`). */
  index: number;
  amount: bigint;
}

/**
 * The amounts that a successful transaction paid to `receiver`. Throws `RPC_MALFORMED` if the
 * receiver's lamports are above the largest exact JSON number.
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
 * One amount per token account of the receiver that gained tokens. `index` is the account's index
 * in the transaction. The sum is at most the receiver's total gain, so transfers between its own
 * accounts do not count.
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
 * Coins that the receiver's own account gained. `index` is -1 minus its index in the transaction.
 * If the receiver is the fee payer, the fee, its own payments, and the rent that it moved to or
 * from its token accounts are added back. Rent that others paid into them is not a payment.
 */
export function nativeAmounts(landed: LandedTransaction, receiver: string): Amount[] {
  const { meta } = landed;
  const position = accountsOf(landed).indexOf(receiver);
  if (position === -1) return [];
  const hasPaid = position === 0;
  const paid = hasPaid ? meta.fee + paidAlong(landed, receiver) : 0n;
  const before = lamportsAt(meta.preBalances, position);
  const gained = lamportsAt(meta.postBalances, position) - before + paid;
  const rent =
    rentOf(meta.postBalances, meta.postTokenBalances, receiver) -
    rentOf(meta.preBalances, meta.preTokenBalances, receiver);
  const amount = hasPaid || rent < 0n ? gained + rent : gained;
  return amount > 0n ? [{ index: -1 - position, amount }] : [];
}

/** The rent in an owner's token accounts: their lamports except wrapped coins. */
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
