import { type EvmChain, evmNativeToken } from '../chain.ts';
import { type EvmBehavior, evmBehavior, type Finality } from './evm-behavior.ts';
import { feeProfileOf } from './evm-fees.ts';
import { evmNetworks } from './evm-networks.ts';
import { evmServices } from './evm-services.ts';

/** Wrapped ether on the OP Stack (specs.optimism.io, predeploys: WETH9). */
const opStackEther = '0x4200000000000000000000000000000000000006';

/** Canonical wrapped native coins, if known for sure. */
const wrappedNatives: Readonly<Record<string, string>> = {
  ETH: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  POLYGON: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
  ARBITRUM: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
  OPTIMISM: opStackEther,
  BASE: opStackEther,
  MODE: opStackEther,
  SONEIUM: opStackEther,
  UNICHAIN: opStackEther,
  LISK: opStackEther,
};

/**
 * In dollars, at the price that `coinWorth` rounds down to. At the real price it is up to ten times
 * as much.
 */
const networkFeeCap = 50n;
const declaredFeeCap = 10n;

/** 50 POL each: this cap is older than the rule. */
const feeCaps: Readonly<Record<string, Pick<EvmChain, 'maxNetworkFee' | 'maxDeclaredFee'>>> = {
  POLYGON: {
    maxNetworkFee: 50_000_000_000_000_000_000n,
    maxDeclaredFee: 50_000_000_000_000_000_000n,
  },
};

/** All EVM chains of the registry, without endpoints. */
export const evmChains: Readonly<Record<string, EvmChain>> = Object.fromEntries(
  Object.entries(evmNetworks).map(([name, { chainId, symbol }]) => {
    const behavior = factsOf(evmBehavior, name);
    const { blockTimeMs, transactionType, coinWorth } = behavior;
    const { explorerUrl } = factsOf(evmServices, name);
    const wrappedNative = wrappedNatives[name];
    const chain: EvmChain = {
      family: 'evm',
      name,
      caip2: `eip155:${chainId}`,
      chainId,
      nativeToken: { symbol, decimals: 18, address: evmNativeToken },
      ...(wrappedNative === undefined ? {} : { wrappedNative }),
      blockTimeMs,
      ...depthsOf(behavior),
      transactionType,
      // Nodes require at most 10 % more (go-ethereum, `txpool.pricebump`). 12.5 % leaves room for
      // rounding.
      replacementBps: 1_250,
      maxNetworkFee: dollars(networkFeeCap, coinWorth),
      maxDeclaredFee: dollars(declaredFeeCap, coinWorth),
      ...feeCaps[name],
      fees: feeProfileOf(name, coinWorth),
      ...(explorerUrl === undefined ? {} : { explorerUrl }),
    };
    return [name, chain];
  }),
);

/**
 * Blocks on top of inclusion until the next step may start, and until inclusion counts as
 * irreversible.
 */
function depthsOf({
  finality,
  blockTimeMs,
}: EvmBehavior): Pick<EvmChain, 'progressDepth' | 'proofDepth'> {
  const depths: Readonly<Record<Finality, readonly [progress: number, proof: number]>> = {
    // Two epochs of 32 slots: the usual distance of the `finalized` tag (ethereum.org,
    // proof-of-stake finality).
    beacon: [1, 64],
    // Final at once, so a minute is only for endpoints that lag. No deeper than the 128 blocks
    // whose state non-archive nodes have.
    instant: [1, Math.min(96, blocksIn(60_000))],
    // Polygon has milestones within seconds, and standard nodes trace native payouts about 128
    // blocks back. Relay chains take about a minute.
    elected: [blocksIn(15_000), blocksIn(192_000)],
    // A batch is posted within minutes and final on Ethereum 13 minutes later.
    rollup: [blocksIn(1_000), blocksIn(1_200_000)],
    // As long as ten blocks of Bitcoin, because less work secures these chains. For large amounts
    // the operator sets a higher `proofDepth`.
    work: [blocksIn(600_000), blocksIn(6_000_000)],
  };
  const [progressDepth, proofDepth] = depths[finality];
  return { progressDepth, proofDepth };

  function blocksIn(milliseconds: number): number {
    return Math.ceil(milliseconds / blockTimeMs);
  }
}

/** Converts dollars to base units of a coin that is worth 10 to the power of `coinWorth`. */
function dollars(amount: bigint, coinWorth: number): bigint {
  return amount * 10n ** BigInt(18 - coinWorth);
}

function factsOf<Facts>(table: Readonly<Record<string, Facts>>, name: string): Facts {
  const facts = table[name];
  if (facts === undefined) throw new TypeError(`the registry lacks facts on ${name}`);
  return facts;
}
