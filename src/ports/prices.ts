import type { ChainName, Family, TokenAddress } from '../core/swap/chains.ts';

/**
 * Prices that do not come from the routing service. The guard judges with them what an order is
 * worth (G07).
 */
export interface Prices {
  /**
   * What each source of each token says now. Does not throw: a source that fails is a reading with
   * a fault. Reads nothing for tokens without sources.
   */
  read(tokens: readonly PricedToken[]): Promise<MarketPrices>;
}

/** A token whose price is asked. `other`: a family that Ferryman does not sign for. */
export interface PricedToken {
  family: Family | 'other';
  chain: ChainName;
  token: TokenAddress;
  symbol: string;
}

export interface MarketPrices {
  /** When they were handed over, in milliseconds since the epoch. */
  at: number;
  tokens: readonly TokenPrices[];
}

export interface TokenPrices {
  chain: ChainName;
  token: TokenAddress;
  /** One for each of the token's sources, in the policy's order. */
  readings: readonly PriceReading[];
}

export type PriceReading = { source: string } & (
  | {
      /** 10^-18 US dollars for one whole token. */
      usdE18: bigint;
      /** When the source set it, in milliseconds since the epoch. Absent: it does not age. */
      at?: number;
      /** Milliseconds after `at` from which it is stale. */
      maxAge: number;
    }
  | { fault: string }
);

/** One price of one token. */
interface Price {
  usdE18: bigint;
  at?: number;
}

/** Where prices come from. */
export interface PriceSource {
  /** Names it in findings, such as `chainlink ETH 0x…`. Never a secret. */
  readonly name: string;
  /** Its price does not age. */
  readonly isAgeless?: true;
  /** Throws if there is no usable price. */
  read(token: PricedToken): Promise<Price>;
}

/** A price source as the policy configures it. */
export type PriceSourceSettings =
  /** A price that the operator sets, in US dollars. It does not age. */
  | { kind: 'static'; usd: string }
  /**
   * A JSON file that something else writes: `{"at": "<ISO 8601>", "usd": {"<chain>:<token>": "1"}}`.
   */
  | { kind: 'file'; path: string; key?: string }
  /** A Chainlink feed (AggregatorV3Interface) on a configured EVM chain. */
  | { kind: 'chainlink'; chain: ChainName; feed: string; heartbeatSeconds: number }
  /** A JSON endpoint. `{chain}`, `{token}` and `{symbol}` in the URL are filled in. */
  | {
      kind: 'json';
      url: string;
      /** RFC 6901, to the price in US dollars: a number, or a decimal string. */
      pointer: string;
      /** RFC 6901, to the price's time: ISO 8601, or seconds or milliseconds since the epoch. */
      timePointer?: string;
      headers: Readonly<Record<string, string>>;
    };
