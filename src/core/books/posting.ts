import type { ChainName, Family, TokenAddress } from '../swap/chains.ts';
import type { SwapId } from '../swap/ids.ts';
import type { SettlementLevel, SwapState } from '../swap/swap.ts';

/**
 * `payment`: what the swap sold. `network-fee`: what the network took of the sender. `charge`: coins
 * that a transaction took beside amount and fee, such as a bridge's fee, rent, or gas sent along.
 * `return`: coins that came back so. `payout`, `refund`: what the swap brought.
 */
type PostingKind = 'payment' | 'network-fee' | 'charge' | 'payout' | 'refund' | 'return';

/** A token as the books name it. */
export interface BookedToken {
  family: Family | 'other';
  chain: ChainName;
  token: TokenAddress;
  /** Absent, as `decimals`: no process has read the token, and only base units are known. */
  symbol?: string;
  decimals?: number;
  /** A native coin, or a token that the operator's list had under this symbol. */
  listed: boolean;
}

/** One movement of one token in one account. */
export interface Posting extends BookedToken {
  /** What it comes from, such as a leg. No source is booked twice. */
  source: string;
  kind: PostingKind;
  /** Absent: the account is none of Ferryman's wallets. */
  wallet?: string;
  account: string;
  /** Base units, never zero: what the account has more. */
  amount: bigint;
  /** Absent: it is not known. */
  txId?: string;
  /** Of one whole token. Absent: there was none when the posting was made. */
  price?: BookPrice;
}

export interface BookPrice {
  /** 10^-18 US dollars. */
  usdE18: bigint;
  /** Milliseconds since the epoch. */
  at: number;
  source: string;
}

/** What is booked of a swap at one time: at its end, and whenever something of it is new. */
export interface BookEntry {
  swapId: SwapId;
  /** 1, 2 … */
  entry: number;
  /** Milliseconds since the epoch. */
  at: number;
  idempotencyKey: string;
  state: SwapState;
  level?: SettlementLevel;
  provider?: string;
  /** The paying wallet. */
  wallet: string;
  receiver: string;
  postings: readonly Posting[];
}
