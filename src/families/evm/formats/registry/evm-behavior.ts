/**
 * What makes a block of an EVM chain irreversible:
 * - `beacon`: proof of stake with epochs, as on Ethereum
 * - `instant`: final once validators have voted on the block, or on two or three further ones
 *   (Tendermint, Snowman, HotStuff, IBFT, Lachesis, BEP-126)
 * - `elected`: a few elected validators take turns, and a slower mechanism finalizes the block
 *   (proof of authority, a relay chain, milestones)
 * - `rollup`: one sequencer decides, until its batch is final on the base chain
 * - `work`: proof of work only
 */
export type Finality = 'beacon' | 'instant' | 'elected' | 'rollup' | 'work';

/** An EVM chain's block production and fee currency. */
export interface EvmBehavior {
  /** Nominal. If blocks are produced only for transactions: the usual time under use. */
  blockTimeMs: number;
  finality: Finality;
  /**
   * `legacy` unless the network is known to accept EIP-1559 transactions: those networks accept
   * legacy ones too.
   */
  transactionType: 'eip1559' | 'legacy';
  /**
   * The largest power of ten up to the coin's price in US dollars at the end of 2025: 3 for ether.
   * Fee caps follow from it.
   */
  coinWorth: number;
}

/** Block times are from viem if it has them. */
export const evmBehavior: Readonly<Record<string, EvmBehavior>> = {
  MUMBAI: { blockTimeMs: 2_000, finality: 'elected', transactionType: 'eip1559', coinWorth: -1 },
  BSCT: { blockTimeMs: 750, finality: 'instant', transactionType: 'eip1559', coinWorth: 2 },
  GOERLI: { blockTimeMs: 12_000, finality: 'beacon', transactionType: 'eip1559', coinWorth: 3 },
  FUJI: { blockTimeMs: 1_700, finality: 'instant', transactionType: 'eip1559', coinWorth: 1 },
  SCROLL_SEPOLIA: {
    blockTimeMs: 3_000,
    finality: 'rollup',
    transactionType: 'eip1559',
    coinWorth: 3,
  },
  ARTHERA: { blockTimeMs: 1_000, finality: 'instant', transactionType: 'legacy', coinWorth: -2 },
  SEPOLIA: { blockTimeMs: 12_000, finality: 'beacon', transactionType: 'eip1559', coinWorth: 3 },
  BERACHAIN_TESTNET: {
    blockTimeMs: 2_000,
    finality: 'instant',
    transactionType: 'eip1559',
    coinWorth: 0,
  },
  BLAST_TESTNET: {
    blockTimeMs: 2_000,
    finality: 'rollup',
    transactionType: 'eip1559',
    coinWorth: 3,
  },
  HOLESKY: { blockTimeMs: 12_000, finality: 'beacon', transactionType: 'eip1559', coinWorth: 3 },
  UNICHAIN_SEPOLIA_TESTNET: {
    blockTimeMs: 1_000,
    finality: 'rollup',
    transactionType: 'eip1559',
    coinWorth: 3,
  },
  ETH: { blockTimeMs: 12_000, finality: 'beacon', transactionType: 'eip1559', coinWorth: 3 },
  BSC: { blockTimeMs: 750, finality: 'instant', transactionType: 'eip1559', coinWorth: 2 },
  POLYGON: { blockTimeMs: 2_000, finality: 'elected', transactionType: 'eip1559', coinWorth: -1 },
  POLYGON_ZKEVM: {
    blockTimeMs: 3_000,
    finality: 'rollup',
    transactionType: 'legacy',
    coinWorth: 3,
  },
  AVALANCHE: { blockTimeMs: 1_700, finality: 'instant', transactionType: 'eip1559', coinWorth: 1 },
  MOONRIVER: { blockTimeMs: 6_000, finality: 'elected', transactionType: 'eip1559', coinWorth: 0 },
  FANTOM: { blockTimeMs: 1_000, finality: 'instant', transactionType: 'eip1559', coinWorth: -1 },
  HARMONY: { blockTimeMs: 2_000, finality: 'instant', transactionType: 'legacy', coinWorth: -2 },
  ARBITRUM: { blockTimeMs: 250, finality: 'rollup', transactionType: 'eip1559', coinWorth: 3 },
  AURORA: { blockTimeMs: 1_000, finality: 'instant', transactionType: 'legacy', coinWorth: 3 },
  TELOS: { blockTimeMs: 500, finality: 'elected', transactionType: 'legacy', coinWorth: -2 },
  OPTIMISM: { blockTimeMs: 2_000, finality: 'rollup', transactionType: 'eip1559', coinWorth: 3 },
  CRONOS: { blockTimeMs: 1_000, finality: 'instant', transactionType: 'eip1559', coinWorth: -1 },
  OKX: { blockTimeMs: 4_000, finality: 'instant', transactionType: 'legacy', coinWorth: 0 },
  GNOSIS: { blockTimeMs: 5_000, finality: 'beacon', transactionType: 'eip1559', coinWorth: 0 },
  FUSE: { blockTimeMs: 5_000, finality: 'elected', transactionType: 'legacy', coinWorth: -2 },
  MOONBEAM: { blockTimeMs: 6_000, finality: 'elected', transactionType: 'eip1559', coinWorth: -2 },
  CELO: { blockTimeMs: 1_000, finality: 'rollup', transactionType: 'eip1559', coinWorth: -1 },
  BOBA: { blockTimeMs: 2_000, finality: 'rollup', transactionType: 'eip1559', coinWorth: 3 },
  BOBA_BSC: { blockTimeMs: 2_000, finality: 'rollup', transactionType: 'legacy', coinWorth: -2 },
  ASTAR_EVM: { blockTimeMs: 6_000, finality: 'elected', transactionType: 'eip1559', coinWorth: -2 },
  KAVA: { blockTimeMs: 6_000, finality: 'instant', transactionType: 'eip1559', coinWorth: -1 },
  BITGERT: { blockTimeMs: 15_000, finality: 'elected', transactionType: 'legacy', coinWorth: -8 },
  OASIS: { blockTimeMs: 6_000, finality: 'instant', transactionType: 'legacy', coinWorth: -2 },
  METIS: { blockTimeMs: 4_000, finality: 'rollup', transactionType: 'legacy', coinWorth: 1 },
  DEFIKINGDOMS: {
    blockTimeMs: 2_000,
    finality: 'instant',
    transactionType: 'eip1559',
    coinWorth: -2,
  },
  KLAYTN: { blockTimeMs: 1_000, finality: 'instant', transactionType: 'eip1559', coinWorth: -1 },
  VELAS: { blockTimeMs: 400, finality: 'elected', transactionType: 'legacy', coinWorth: -3 },
  SYSCOIN: { blockTimeMs: 150_000, finality: 'work', transactionType: 'legacy', coinWorth: -2 },
  ETHEREUM_CLASSIC: {
    blockTimeMs: 13_000,
    finality: 'work',
    transactionType: 'legacy',
    coinWorth: 1,
  },
  FLARE: { blockTimeMs: 1_800, finality: 'instant', transactionType: 'eip1559', coinWorth: -2 },
  IOTEX: { blockTimeMs: 2_500, finality: 'instant', transactionType: 'legacy', coinWorth: -2 },
  THETA: { blockTimeMs: 6_000, finality: 'elected', transactionType: 'legacy', coinWorth: -2 },
  ZK_SYNC: { blockTimeMs: 200, finality: 'rollup', transactionType: 'eip1559', coinWorth: 3 },
  PULSECHAIN: {
    blockTimeMs: 10_000,
    finality: 'beacon',
    transactionType: 'eip1559',
    coinWorth: -5,
  },
  LINEA: { blockTimeMs: 2_000, finality: 'rollup', transactionType: 'eip1559', coinWorth: 3 },
  BASE: { blockTimeMs: 2_000, finality: 'rollup', transactionType: 'eip1559', coinWorth: 3 },
  MANTLE: { blockTimeMs: 2_000, finality: 'rollup', transactionType: 'eip1559', coinWorth: 0 },
  MANTA_PACIFIC: {
    blockTimeMs: 10_000,
    finality: 'rollup',
    transactionType: 'eip1559',
    coinWorth: 3,
  },
  SCROLL: { blockTimeMs: 3_000, finality: 'rollup', transactionType: 'eip1559', coinWorth: 3 },
  ZETACHAIN: { blockTimeMs: 4_000, finality: 'instant', transactionType: 'eip1559', coinWorth: -1 },
  BLAST: { blockTimeMs: 2_000, finality: 'rollup', transactionType: 'eip1559', coinWorth: 3 },
  HORIZEN_EON: {
    blockTimeMs: 18_000,
    finality: 'elected',
    transactionType: 'legacy',
    coinWorth: 0,
  },
  MERLIN: { blockTimeMs: 3_000, finality: 'rollup', transactionType: 'legacy', coinWorth: 4 },
  ROOTSTOCK: { blockTimeMs: 25_000, finality: 'work', transactionType: 'legacy', coinWorth: 4 },
  MODE: { blockTimeMs: 2_000, finality: 'rollup', transactionType: 'eip1559', coinWorth: 3 },
  ZK_FAIR: { blockTimeMs: 3_000, finality: 'rollup', transactionType: 'legacy', coinWorth: 0 },
  ZK_LINK: { blockTimeMs: 1_000, finality: 'rollup', transactionType: 'eip1559', coinWorth: 3 },
  XLAYER: { blockTimeMs: 1_000, finality: 'rollup', transactionType: 'legacy', coinWorth: 2 },
  TAIKO: { blockTimeMs: 12_000, finality: 'rollup', transactionType: 'eip1559', coinWorth: 3 },
  SEI: { blockTimeMs: 400, finality: 'instant', transactionType: 'eip1559', coinWorth: -1 },
  CORE: { blockTimeMs: 3_000, finality: 'elected', transactionType: 'legacy', coinWorth: -1 },
  BAHAMUT: { blockTimeMs: 12_000, finality: 'beacon', transactionType: 'eip1559', coinWorth: 0 },
  BITLAYER: { blockTimeMs: 3_000, finality: 'elected', transactionType: 'legacy', coinWorth: 4 },
  GRAVITY: { blockTimeMs: 1_000, finality: 'rollup', transactionType: 'eip1559', coinWorth: -2 },
  FRAXTAL: { blockTimeMs: 2_000, finality: 'rollup', transactionType: 'eip1559', coinWorth: 0 },
  BERACHAIN: { blockTimeMs: 2_000, finality: 'instant', transactionType: 'eip1559', coinWorth: 0 },
  SONEIUM: { blockTimeMs: 2_000, finality: 'rollup', transactionType: 'eip1559', coinWorth: 3 },
  UNICHAIN: { blockTimeMs: 1_000, finality: 'rollup', transactionType: 'eip1559', coinWorth: 3 },
  MORPH: { blockTimeMs: 2_000, finality: 'rollup', transactionType: 'eip1559', coinWorth: 3 },
  HEMI: { blockTimeMs: 12_000, finality: 'rollup', transactionType: 'eip1559', coinWorth: 3 },
  PLASMA: { blockTimeMs: 1_000, finality: 'instant', transactionType: 'eip1559', coinWorth: -1 },
  MONAD: { blockTimeMs: 400, finality: 'instant', transactionType: 'eip1559', coinWorth: -2 },
  HYPER_EVM: { blockTimeMs: 1_000, finality: 'instant', transactionType: 'eip1559', coinWorth: 1 },
  MEGAETH: { blockTimeMs: 1_000, finality: 'rollup', transactionType: 'eip1559', coinWorth: 3 },
  ROBINHOOD: { blockTimeMs: 100, finality: 'rollup', transactionType: 'eip1559', coinWorth: 3 },
  LISK: { blockTimeMs: 2_000, finality: 'rollup', transactionType: 'eip1559', coinWorth: 3 },
  DX_CHAIN: { blockTimeMs: 8_000, finality: 'elected', transactionType: 'legacy', coinWorth: -4 },
  XDC: { blockTimeMs: 2_000, finality: 'elected', transactionType: 'legacy', coinWorth: -2 },
};
