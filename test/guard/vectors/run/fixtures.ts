import { parseAmount } from '../../../../src/core/amounts/amounts.ts';
import type { ChainName, Family } from '../../../../src/core/swap/chains.ts';
import { CannotBuild } from './vector.ts';

export type Role =
  | 'treasury'
  | 'receiver'
  | 'attacker'
  | 'router'
  | 'gateway'
  | 'otherTreasury'
  | 'pool';

interface Forms {
  evm: string;
  tron: string;
  sol: string;
  tonBounceable: string;
  tonNonBounceable: string;
  tonTestnet: string;
  tonRaw: string;
}

/** A job as the routing service's interface has it. */
export interface WireJob {
  srcTokenBlockchain: string;
  srcTokenAddress: string;
  srcTokenAmount: string;
  dstTokenBlockchain: string;
  dstTokenAddress: string;
  fromAddress: string;
  receiver: string;
  slippage: number;
  [member: string]: unknown;
}

interface LiteralBase {
  job: WireJob;
  quoteFloor: { destinationWeiMinAmount: string };
  response: Record<string, unknown>;
  sim: Partial<Record<Role, Record<string, string>>>;
}

export interface Fixtures {
  addresses: Record<Role, Forms>;
  tokens: Record<string, string>;
  'B-EVM-ERC20': LiteralBase;
}

export interface Token {
  family: Family;
  chain: ChainName;
  address: string;
  decimals: number;
  symbol: string;
  /** USD. */
  price: number;
}

const evmNative = '0x0000000000000000000000000000000000000000';

/** Every token of the bases, with a price that belongs to the others. */
export const tokens = {
  eth: token('evm', 'ETH', evmNative, 18, 'ETH', 2500),
  usdc: token('evm', 'ETH', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 6, 'USDC', 1),
  usdt: token('evm', 'ETH', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 6, 'USDT', 1),
  weth: token('evm', 'ETH', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', 18, 'WETH', 2500),
  arbitrumUsdc: token(
    'evm',
    'ARBITRUM',
    '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
    6,
    'USDC',
    1,
  ),
  trx: token('tron', 'TRON', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 6, 'TRX', 0.25),
  tronUsdt: token('tron', 'TRON', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 6, 'USDT', 1),
  sol: token('solana', 'SOLANA', 'So11111111111111111111111111111111111111111', 9, 'SOL', 160),
  solUsdc: token('solana', 'SOLANA', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 6, 'USDC', 1),
  ton: token('ton', 'TON', evmNative, 9, 'TON', 3),
  tonUsdt: token('ton', 'TON', `0:${'11'.repeat(32)}`, 6, 'USDT', 1),
  btc: token('bitcoin', 'BITCOIN', evmNative, 8, 'BTC', 65_000),
} as const;

function token(
  family: Family,
  chain: ChainName,
  address: string,
  decimals: number,
  symbol: string,
  price: number,
): Token {
  return { family, chain, address, decimals, symbol, price };
}

export function tokenAt(chain: string, address: string): Token | undefined {
  return Object.values(tokens).find(
    (one) => one.chain === chain && one.address.toLowerCase() === address.toLowerCase(),
  );
}

/** The human amount in base units. */
export function units(amount: string, decimals: number): bigint {
  const parsed = parseAmount(amount, decimals);
  if (parsed.ok) return parsed.baseUnits;
  throw new CannotBuild(`${amount} is no amount`);
}

export interface Terms {
  from: Token;
  to: Token;
  provider: string;
  swapType: 'on-chain' | 'cross-chain';
  /** Human amounts of the destination token. */
  expected: string;
  min: string;
  /** Of the fixed fees, in native base units. */
  providerFee?: string;
}

/** An answer of the swap endpoint, in the members of the fixtures' literal one. */
export function answerOf(
  job: WireJob,
  { from, to, provider, swapType, expected, min, providerFee = '0' }: Terms,
  transaction: Record<string, unknown>,
): Record<string, unknown> {
  const none = { fixedAmount: '0', fixedWeiAmount: '0', fixedUsdAmount: '0' };
  const { slippage } = job;
  return {
    quote: { ...job },
    estimate: {
      destinationTokenAmount: expected,
      destinationTokenMinAmount: min,
      destinationWeiAmount: `${units(expected, to.decimals)}`,
      destinationWeiMinAmount: `${units(min, to.decimals)}`,
      durationInMinutes: 3,
      slippage,
      priceImpact: 0.02,
      intermidiateTokenWeiAmount: '0',
    },
    fees: {
      gasTokenFees: {
        gas: {
          gasPrice: null,
          maxPriorityFeePerGas: null,
          gasLimit: null,
          totalWeiAmount: null,
          totalUsdAmount: null,
        },
        protocol: none,
        provider: { ...none, fixedWeiAmount: providerFee },
      },
      percentFees: { percent: 0, token: wireToken(to) },
    },
    transaction,
    warnings: [],
    routing: [
      {
        type: swapType,
        provider,
        path: [
          { ...wireToken(from), amount: job.srcTokenAmount },
          { ...wireToken(to), amount: expected },
        ],
      },
    ],
    providerType: provider,
    swapType,
    useServiceContract: true,
  };
}

function wireToken({ address, decimals, symbol, price, chain }: Token) {
  return { address, decimals, symbol, price: `${price}`, blockchain: chain };
}

export function wireJob(
  from: Token,
  to: Token,
  job: { amount: string; sender: string; receiver: string },
): WireJob {
  return {
    srcTokenBlockchain: from.chain,
    srcTokenAddress: from.address,
    srcTokenAmount: job.amount,
    dstTokenBlockchain: to.chain,
    dstTokenAddress: to.address,
    fromAddress: job.sender,
    receiver: job.receiver,
    slippage: 0.5,
  };
}
