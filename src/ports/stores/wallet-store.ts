import type { ChainName, Family, TokenAddress } from '../../core/swap/chains.ts';
import type { WalletId } from '../../core/swap/ids.ts';
import type { TokenFacts } from '../chain-adapter.ts';

/** Wallets and tokens. */
export interface WalletStore {
  createWallet(wallet: WalletDraft): Promise<Wallet>;
  wallets(): Promise<Wallet[]>;
  /** A token as it was last recorded. @param network the chain's CAIP-2 id */
  findToken(network: string, address: TokenAddress): Promise<TokenFacts | undefined>;
  recordToken(network: string, facts: TokenFacts): Promise<void>;
  /**
   * The load that open swaps put on each wallet on its chain. Every requested wallet has an entry.
   */
  accountLoads(query: {
    chain: ChainName;
    token: TokenAddress;
    walletIds: readonly WalletId[];
  }): Promise<ReadonlyMap<WalletId, AccountLoad>>;
}

export interface WalletDraft {
  name: string;
  family: Family;
  address: string;
  /** The signer's reference to the key. */
  keyRef: string;
}

export interface Wallet extends WalletDraft {
  id: WalletId;
  frozenReason?: string;
}

export interface AccountLoad {
  /** Open swaps that pay from the chain. */
  openSwaps: number;
  /** Base units of the token that open swaps still have to pay: not observed on the chain yet. */
  unpaid: bigint;
}
