import type { ChainName, TokenAddress } from '../../core/swap/chains.ts';
import type { WalletId } from '../../core/swap/ids.ts';
import type { StopReason } from '../../core/swap/swap.ts';

/** What a preview of a swap has to know of the other swaps. Reads only. */
export interface PreviewStore {
  /** Why signing is stopped for the wallet on the chain, and with provider and rule if there are. */
  findStop(of: {
    walletId: WalletId;
    /** Its name. */
    wallet: string;
    chain: ChainName;
    provider?: string | undefined;
    rule?: string | undefined;
  }): Promise<StopReason | undefined>;
  /** Base units of each token that steps have reserved and the block does not include. */
  reservedFunds(of: {
    walletId: WalletId;
    chain: ChainName;
    block: bigint;
  }): Promise<ReadonlyMap<TokenAddress, bigint>>;
}
