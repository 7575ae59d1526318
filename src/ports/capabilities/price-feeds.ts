/** Price feeds that contracts of the chain publish (Chainlink's AggregatorV3Interface). */
export interface PriceFeeds {
  /**
   * The latest round of a feed. Throws `RPC_*`, and `RPC_MALFORMED` if the contract is no feed.
   * @param feed the proxy's address
   */
  latestRound(feed: string): Promise<FeedRound>;
}

export interface FeedRound {
  /** In 10^-decimals of the quoted currency. Not above zero: the feed has no answer. */
  answer: bigint;
  decimals: number;
  /** When the round was updated, in milliseconds since the epoch. 0: it is not complete. */
  updatedAt: number;
}
