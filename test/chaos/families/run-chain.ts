import type { SandboxChainName } from '../../../sandbox/endpoints.ts';
import type { Family } from '../../../src/core/swap/chains.ts';
import type { TonWalletVersion } from '../../../src/families/ton/formats/wallet-versions.ts';

/** A wallet of a run, with what its owner would have beside Ferryman. */
export interface RunWallet {
  name: string;
  family: Family;
  address: string;
  /** The private key, as 0x and hexadecimal. */
  secret: `0x${string}`;
  /** On TON alone, where a key has several. */
  version?: TonWalletVersion;
}
export type Wallets = readonly RunWallet[];

/**
 * A transaction of one of the wallets that is on its chain; on TON one message of it, of which each
 * may pay for another job.
 */
export interface Outgoing {
  chain: SandboxChainName;
  wallet: string;
  txId: string;
  succeeded: boolean;
  /**
   * Its value in the native coin, and what tokens say that they took from the wallet, in base
   * units.
   */
  paid: { token: string; amount: bigint }[];
  /** Orders that a bridge took a deposit for. */
  deposits: string[];
  /** Orders that a bridge gave back to the wallet, or out to anybody, in it. */
  fetched: { order: string; kind: 'refund' | 'claim' }[];
}

/** What somebody else's transaction brought a wallet. */
export interface Incoming {
  chain: SandboxChainName;
  wallet: string;
  txId: string;
  token: string;
  /** Base units. */
  amount: bigint;
}

/** A wallet has let somebody take a token; whatever transaction did it, and whose. */
export interface Approval {
  chain: SandboxChainName;
  wallet: string;
  txId: string;
  token: string;
  spender: string;
  /** Base units; zero takes it back. */
  amount: bigint;
}

/** A wallet's nonces on one chain. */
export interface AccountNonces {
  chain: SandboxChainName;
  wallet: string;
  next: number;
  /** Of transactions that the node holds and has not included. */
  pooled: number[];
}

/** All that one chain shows of the wallets. */
export interface ChainHistory {
  outgoing: Outgoing[];
  incoming: Incoming[];
  approvals: Approval[];
  /** None where the family has no nonces. */
  accounts: AccountNonces[];
}

/** A transaction of one of the wallets that is in no block. */
export interface Waiting {
  wallet: string;
  /** What tells it from the wallet's others, in words. */
  what: string;
  /** It has its turn, and gets in unless it bids too little; otherwise a lower nonce is missing. */
  isNext: boolean;
}

/**
 * One chain of a run as its node shows it. It shares nothing with Ferryman: a family is audited
 * through this alone.
 */
export interface RunChain {
  readonly name: SandboxChainName;
  readonly family: Family;
  readHistory(wallets: Wallets): Promise<ChainHistory>;
  /** What an account has of a token or of the native coin, in base units. */
  balanceOf(account: string, token: string): Promise<bigint>;
  readWaiting(wallets: Wallets): Promise<Waiting[]>;
  /** The number of the newest block. */
  readHeight(): Promise<bigint>;
  /**
   * Signs and sends something that is worth nothing, as somebody else who has the wallet's key.
   * Returns the transaction's id.
   */
  sendFrom(wallet: RunWallet): Promise<string>;
}
