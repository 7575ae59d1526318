/** How a chain charges for a transaction, and what Ferryman offers for it. */
export interface FeeProfile {
  /**
   * Wei per gas: the lowest tip, or gas price on `legacy` chains, that the network's nodes relay.
   * What endpoints say is raised to it.
   */
  minTip: bigint;
  /**
   * Wei per gas: the highest tip that Ferryman offers because endpoints say so. The producer of the
   * block gets all of it.
   */
  maxTip: bigint;
  /** The same of the gas price on `legacy` chains, which contains what the protocol burns. */
  maxGasPrice: bigint;
  /** The highest gas limit of one transaction. */
  maxGas: bigint;
  /** What the network takes beside gas. Absent: nothing. */
  surcharge?: Surcharge;
}

/**
 * What a rollup takes from the sender beside gas, for the transaction's bytes on the base chain. The
 * sender cannot bound it. A contract of the chain says how much it is now.
 */
export interface Surcharge {
  /** Has `getL1Fee(bytes)`. */
  oracle: string;
  /** The form of the transaction that `getL1Fee` takes. */
  takes: 'unsigned' | 'signed';
  /** `getL1Fee` is in ether, and `tokenRatio()` of the oracle is the price of one in coins. */
  inEther?: true;
  /**
   * Set if the oracle has `getOperatorFee(uint256)`, by gas: how receipts say what was taken.
   * `millionths`: gas × scalar ÷ 10⁶ + constant (OP Stack, Isthmus). `hundreds`:
   * gas × scalar × 100 + constant (Jovian).
   */
  operatorFee?: 'millionths' | 'hundreds';
}
