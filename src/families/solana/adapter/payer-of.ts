import { isNativeToken, type TokenAddress } from '../../../core/swap/chains.ts';
import type { SolanaChain } from '../formats/chain.ts';
import type { LandedTransaction } from './answers.ts';
import { accountsOf } from './landed-accounts.ts';

/**
 * Whose coins or tokens a transaction brought to `receiver`: who has less of them afterwards, where
 * that is one; else who pays for the transaction, who need not be the same (relayers). Nobody where
 * that is the receiver.
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

/** The fee is no loss. */
function lamportLosses(landed: LandedTransaction): string[] {
  const { fee, preBalances, postBalances } = landed.meta;
  return accountsOf(landed).filter((_, place) => {
    const [before, after] = [preBalances[place], postBalances[place]];
    return before !== undefined && after !== undefined && after + (place === 0 ? fee : 0n) < before;
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
