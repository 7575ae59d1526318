import type { FeeProfile, Surcharge } from '../fee-profile.ts';

/**
 * The fee on the base chain and the operator's fee of the OP Stack (specs.optimism.io, Ecotone,
 * Fjord, Isthmus and Jovian: `getL1Fee` takes the unsigned transaction, and `getOperatorFee` the gas
 * limit, for the whole of which the sender must be able to pay).
 */
const opStack: Surcharge = {
  oracle: '0x420000000000000000000000000000000000000F',
  takes: 'unsigned',
  operatorFee: 'hundreds',
};

/**
 * docs.scroll.io, "Transaction Fees on Scroll": by the bytes of the signed transaction. Contracts from
 * before its Curie upgrade add a signature themselves, and say a little too much.
 */
const scroll: Surcharge = {
  oracle: '0x5300000000000000000000000000000000000002',
  takes: 'signed',
};

/**
 * Chains that take something beside gas. viem has the oracle of most (a test compares). Not of
 * BLAST_TESTNET, BOBA, HEMI and MANTA_PACIFIC, which are built on the OP Stack too. MANTLE is since
 * its Arsia upgrade (mantle-xyz/op-geth v1.5.4). Its oracle divides by 10⁶, and says the fee in ether
 * (mantle-v2, `GasPriceOracle`; axelarnetwork/axelarjs-sdk#385). MORPH has Scroll's contract at another
 * address (morph-l2, predeploys).
 *
 * Not here: CELO, whose L1 and operator fees are always zero (docs.celo.org, "Transaction Fees").
 * ARBITRUM, GRAVITY and ROBINHOOD (Nitro) and ZK_SYNC and ZK_LINK (ZK Stack), which charge for bytes
 * in gas: `eth_estimateGas` contains it. The price of a byte may rise until the inclusion up to a
 * limit that the network sets for transactions of Ethereum's types (docs.zksync.io, "Fee mechanism").
 */
const surcharges: Readonly<Record<string, Surcharge>> = {
  OPTIMISM: opStack,
  BASE: opStack,
  BLAST: opStack,
  BLAST_TESTNET: opStack,
  BOBA: opStack,
  FRAXTAL: opStack,
  HEMI: opStack,
  LISK: opStack,
  MANTA_PACIFIC: opStack,
  MANTLE: { ...opStack, inEther: true, operatorFee: 'millionths' },
  MEGAETH: opStack,
  MODE: opStack,
  SONEIUM: opStack,
  UNICHAIN: opStack,
  UNICHAIN_SEPOLIA_TESTNET: opStack,
  SCROLL: scroll,
  SCROLL_SEPOLIA: scroll,
  MORPH: { ...scroll, oracle: '0x530000000000000000000000000000000000000F' },
};

const gwei = 1_000_000_000n;

/**
 * Nodes do not relay less, though they often suggest it.
 * - BSC: 1 gwei (`minimum needed 1000000000`, dfinity/oisy-wallet#12521, April 2026; blocks contain
 *   less, from validators that take it directly: Nethereum#1075).
 * - POLYGON: 25 gwei since bor#1280 (WayfinderFoundation/wayfinder-paths-sdk#379, May 2026). Some
 *   nodes kept the 30 gwei of before (hop-protocol/hop#307, 0xPolygon/launch#62), which is a
 *   difference of a thousandth of a POL for 200,000 gas.
 */
const minTips: Readonly<Record<string, bigint>> = {
  BSC: gwei,
  BSCT: gwei,
  POLYGON: 30n * gwei,
  MUMBAI: 30n * gwei,
};

/** go-ethereum's mempool refuses tips below one wei (`txpool.pricelimit`). */
const minTip = 1n;

/** For a swap of 500,000 gas, in dollars at the power of ten at or below the coin's price. */
const maxTipDollars = 5n;
const maxPriceDollars = 50n;
const swapGas = 500_000n;

/** EIP-7825: what Ethereum allows a transaction, and many chains after it. */
const maxGas = 16_777_216n;

/**
 * Chains that allow more: ARBITRUM and POLYGON (EIP-8123, "Motivation"). Those that charge for bytes
 * in gas may need more.
 */
const maxGases: Readonly<Record<string, bigint>> = {
  ARBITRUM: 32_000_000n,
  GRAVITY: 32_000_000n,
  ROBINHOOD: 32_000_000n,
  POLYGON: 32_000_000n,
  ZK_SYNC: 80_000_000n,
  ZK_LINK: 80_000_000n,
};

/** @param coinWorth the power of ten at or below the coin's price in dollars */
export function feeProfileOf(name: string, coinWorth: number): FeeProfile {
  const surcharge = surcharges[name];
  const dollarsPerGas = (dollars: bigint): bigint =>
    (dollars * 10n ** BigInt(18 - coinWorth)) / swapGas;
  return {
    minTip: minTips[name] ?? minTip,
    maxTip: dollarsPerGas(maxTipDollars),
    maxGasPrice: dollarsPerGas(maxPriceDollars),
    maxGas: maxGases[name] ?? maxGas,
    ...(surcharge === undefined ? {} : { surcharge }),
  };
}
