import type { Asset } from '../core/swap/job.ts';
import type { TransactionObject } from '../core/swap/transaction-object.ts';
import type { Router } from '../ports/router.ts';

/**
 * The whole interface of the routing service. Swaps use only the `Router` port, and read allowances
 * from the chain.
 */
export interface RouterClient extends Router {
  /** Asks the service whether an allowance suffices. */
  checkApprove(query: ApproveQuery): Promise<ApproveCheck>;
  /** Lists the cross-chain and on-chain providers. */
  providers(): Promise<ProviderListing>;
  /** Lists the chains, by default without test networks. */
  chains(query?: { includeTestnets?: boolean }): Promise<readonly ListedChain[]>;
}

interface ApproveQuery {
  token: Pick<Asset, 'family' | 'chain' | 'token' | 'decimals'>;
  owner: string;
  spender: string;
  /** Base units. */
  amount: bigint;
}

export type ApproveCheck =
  | { needed: false; message: string }
  | { needed: true; message: string; transaction: TransactionObject };

/** Names are the service's own; new ones may appear. */
interface ProviderListing {
  crossChain: readonly ListedProvider[];
  onChain: readonly ListedProvider[];
}

interface ListedProvider {
  name: string;
  chains: readonly { name: string; proxyAvailable: boolean }[];
}

interface ListedChain {
  /** Null, or invented by the service, for chains that are not EVM. */
  id: number | null;
  name: string;
  providers: { crossChain: readonly string[]; onChain: readonly string[] };
  /** Whether the service's contracts can collect fees there. */
  proxyAvailable: boolean;
  testnet: boolean;
  /** `EVM`, … */
  type: string;
}
