import { isNativeToken, type TokenAddress } from '../../../core/swap/chains.ts';
import type { SolanaChain } from '../formats/chain.ts';
import type { LandedTransaction } from './answers.ts';
import { accountsOf } from './landed-accounts.ts';

/**
 * The payer of a transfer to `receiver`: the only account with less of the token afterwards, or
 * else the fee payer, which may be a relayer. `undefined` if that is the receiver.
 */
export function payerOf(
  landed: LandedTransaction,
  chain: SolanaChain,
  receiver: string,
  token: TokenAddress,
): string | undefined {
  const [feePayer] = accountsOf(landed);
  const losses = isNativeToken(chain, token) ? lamportLosses(landed) : tokenLosses(landed, token);
  const [loser, ...others] = losses.filter((account) => account !== receiver);
  const payer = loser !== undefined && others.length === 0 ? loser : feePayer;
  return payer === receiver ? undefined : payer;
}

/** The transaction fee does not count as a loss. */
function lamportLosses(landed: LandedTransaction): string[] {
  const { fee, preBalances, postBalances } = landed.meta;
  return accountsOf(landed).filter((_, index) => {
    const [before, after] = [preBalances[index], postBalances[index]];
    return before !== undefined && after !== undefined && after + (index === 0 ? fee : 0n) < before;
  });
}

function tokenLosses(
  { meta: { preTokenBalances, postTokenBalances } }: LandedTransaction,
  mint: string,
): string[] {
  const changes = new Map<string, bigint>();
  const count = (balances: typeof preTokenBalances, sign: bigint): void => {
    for (const { owner, mint: held, uiTokenAmount } of balances) {
      if (owner === undefined || held !== mint) continue;
      changes.set(owner, (changes.get(owner) ?? 0n) + sign * uiTokenAmount.amount);
    }
  };
  count(preTokenBalances, -1n);
  count(postTokenBalances, 1n);
  return [...changes].flatMap(([owner, change]) => (change < 0n ? [owner] : []));
}
