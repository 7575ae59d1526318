import type { CapUse } from '../caps/cap.ts';
import { treasuryOf } from '../swap/account-name.ts';
import type { TreasuryRule } from './rule.ts';
import type { AssetStanding } from './standing.ts';

/** What a job of a rule sells. */
interface Trade {
  from: Pick<AssetStanding, 'chain' | 'token' | 'decimals'>;
  /** Base units. */
  amount: bigint;
  /** What it is worth in 10^-18 US dollars. Absent: there is no price. */
  usdE18?: bigint | undefined;
  receiver: string;
}

/** What caps count of it as far as it is known before there is an order: no provider, and no fees. */
export function useOfTrade(
  { id: rule, wallet }: Pick<TreasuryRule, 'id' | 'wallet'>,
  { from: { chain, token, decimals }, amount, usdE18, receiver }: Trade,
): CapUse {
  return {
    ...{ wallet: treasuryOf(wallet), chain, token, provider: '', receiver, rule, amount, decimals },
    ...(usdE18 === undefined ? {} : { usdE18 }),
  };
}
