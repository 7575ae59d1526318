import type { ChainName, TokenAddress } from '../core/chains.ts';
import type { WalletId } from '../core/ids.ts';

/** What the journal knows of accounts that serve one treasury wallet. */
export interface AccountJournal {
  /** What the open swaps ask of each wallet on its chain. Every wallet that was asked for has an entry. */
  accountLoads(query: {
    chain: ChainName;
    token: TokenAddress;
    walletIds: readonly WalletId[];
  }): Promise<ReadonlyMap<WalletId, AccountLoad>>;
}

export interface AccountLoad {
  /** That pay from the chain. */
  openSwaps: number;
  /** Base units of the token, of those that have not been seen to pay. */
  unpaid: bigint;
}
