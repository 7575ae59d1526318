import type { AuditAccount, SandboxChainEndpoints, SandboxEndpoints } from 'ferryman-sandbox';
import { type Family, formatsOf } from '../../core/swap/chains.ts';
import type { JobRequest } from '../../executor/job-request.ts';

/** The course that a swap of the demo must take. */
export type RouteKind = 'same-chain' | 'cross-chain' | 'deposit' | 'refund' | 'claim';

/** One planned swap of the demo. */
export interface PlannedRoute {
  kind: RouteKind;
  from: string;
  fromSymbol: string;
  fromToken: string;
  to: string;
  toSymbol: string;
  toToken: string;
  /** Human decimal string. */
  amount: string;
  /** `wallet`: to our own wallet of the destination; `receiver`: to another account. */
  receiver: 'wallet' | 'receiver';
  /** The only provider allowed; absent: the best one. */
  provider?: string;
}

/** `native` and `wrapped` are each chain's native coin and its wrapped form. */
const sameChain = [
  ['USDC', 'native', 'receiver'],
  ['native', 'USDT', 'receiver'],
  ['USDT', 'DAI', 'wallet'],
  ['DAI', 'FEE', 'receiver'],
  ['FEE', 'USDC', 'wallet'],
  ['native', 'wrapped', 'wallet'],
  ['wrapped', 'native', 'wallet'],
] as const;

const crossChain = [
  ['ETH', 'USDC', 'POLYGON', 'USDC', 'receiver'],
  ['ETH', 'native', 'ARBITRUM', 'native', 'receiver'],
  ['ETH', 'FEE', 'POLYGON', 'DAI', 'wallet'],
  ['POLYGON', 'native', 'ETH', 'USDT', 'wallet'],
  ['POLYGON', 'USDT', 'ARBITRUM', 'wrapped', 'receiver'],
  ['POLYGON', 'wrapped', 'ETH', 'FEE', 'receiver'],
  ['ARBITRUM', 'DAI', 'ETH', 'native', 'wallet'],
  ['ARBITRUM', 'USDT', 'POLYGON', 'native', 'receiver'],
  ['ARBITRUM', 'wrapped', 'POLYGON', 'FEE', 'receiver'],
] as const;

/** Within TRON and Solana. */
const sameOtherChain = [
  ['USDC', 'native', 'receiver'],
  ['native', 'USDT', 'receiver'],
  ['USDT', 'USDC', 'wallet'],
  ['native', 'wrapped', 'wallet'],
  ['wrapped', 'native', 'wallet'],
] as const;

/** Within TON, whose pools trade a token against the native coin only. */
const sameTon = [
  ['USDT', 'native', 'receiver'],
  ['native', 'USDT', 'wallet'],
] as const;

/** Every ordered pair of families, once with a token and once with native coins. */
const betweenFamilies = [
  ['ETH', 'USDC', 'TRON', 'USDT', 'receiver'],
  ['POLYGON', 'native', 'TRON', 'native', 'wallet'],
  ['TRON', 'USDT', 'ARBITRUM', 'USDC', 'wallet'],
  ['TRON', 'native', 'ETH', 'native', 'receiver'],
  ['ETH', 'USDT', 'SOLANA', 'USDC', 'receiver'],
  ['ARBITRUM', 'native', 'SOLANA', 'native', 'wallet'],
  ['SOLANA', 'USDC', 'POLYGON', 'USDC', 'receiver'],
  ['SOLANA', 'native', 'ARBITRUM', 'native', 'wallet'],
  ['TRON', 'USDC', 'SOLANA', 'USDT', 'receiver'],
  ['TRON', 'native', 'SOLANA', 'native', 'wallet'],
  ['SOLANA', 'USDT', 'TRON', 'USDT', 'receiver'],
  ['SOLANA', 'native', 'TRON', 'native', 'wallet'],
  ['ETH', 'USDC', 'TON', 'USDT', 'receiver'],
  ['ARBITRUM', 'native', 'TON', 'native', 'wallet'],
  ['TON', 'USDT', 'POLYGON', 'USDC', 'receiver'],
  ['TON', 'native', 'ETH', 'native', 'wallet'],
  ['TRON', 'USDT', 'TON', 'USDT', 'wallet'],
  ['TRON', 'native', 'TON', 'native', 'receiver'],
  ['TON', 'USDT', 'TRON', 'USDT', 'wallet'],
  ['TON', 'native', 'TRON', 'native', 'receiver'],
  ['SOLANA', 'USDC', 'TON', 'USDC', 'receiver'],
  ['SOLANA', 'native', 'TON', 'native', 'wallet'],
  ['TON', 'USDC', 'SOLANA', 'USDC', 'wallet'],
  ['TON', 'native', 'SOLANA', 'native', 'receiver'],
  ['POLYGON', 'USDC', 'BITCOIN', 'native', 'receiver'],
  ['ETH', 'native', 'BITCOIN', 'native', 'wallet'],
  ['BITCOIN', 'native', 'ETH', 'USDC', 'receiver'],
  ['BITCOIN', 'native', 'POLYGON', 'native', 'wallet'],
  ['TRON', 'USDT', 'BITCOIN', 'native', 'receiver'],
  ['BITCOIN', 'native', 'TRON', 'USDT', 'wallet'],
  ['SOLANA', 'native', 'BITCOIN', 'native', 'receiver'],
  ['BITCOIN', 'native', 'SOLANA', 'native', 'wallet'],
  ['TON', 'USDT', 'BITCOIN', 'native', 'receiver'],
  ['TON', 'native', 'BITCOIN', 'native', 'wallet'],
  ['BITCOIN', 'native', 'TON', 'native', 'wallet'],
  ['BITCOIN', 'native', 'TON', 'USDT', 'receiver'],
] as const;

/**
 * Routes with a fixed provider: one deposit of each family, with a memo on chains that have memos;
 * and two that leave the money on a bridge, one for a refund and one for a claim.
 */
const chosen = [
  ['deposit', 'changenow', 'ETH', 'USDC', 'POLYGON', 'USDC', 'receiver'],
  ['deposit', 'simple_swap', 'TRON', 'USDT', 'ETH', 'USDC', 'receiver'],
  ['deposit', 'simple_swap', 'SOLANA', 'native', 'ARBITRUM', 'USDC', 'receiver'],
  ['deposit', 'simple_swap', 'TON', 'native', 'POLYGON', 'USDC', 'receiver'],
  ['deposit', 'simple_swap', 'BITCOIN', 'native', 'POLYGON', 'USDT', 'receiver'],
  ['refund', 'celer_bridge', 'ETH', 'USDC', 'POLYGON', 'USDC', 'receiver'],
  ['claim', 'arbitrum', 'ETH', 'native', 'ARBITRUM', 'native', 'receiver'],
] as const;

/** By family: receivers other than our own wallets; nothing signs for them. */
const receivers: Readonly<Record<SandboxChainEndpoints['family'], string>> = {
  evm: '0x00000000000000000000000000000000FE44A3A1',
  tron: 'T9yD14Nj9j7xAB4dbGeiX9hsSWU1V1kM1t',
  solana: 'AndySkKBNfsoCgdukCbvorbQ8wKWcWUHJPX7kN5483Mm',
  ton: '0:00000000000000000000000000000000000000000000000000000000fe44a3a1',
  bitcoin: 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqrlyfgaphmuhl6',
};

/**
 * Every token of the sandbox as source and destination, within each chain and between all of them;
 * one deposit of each family; and one refund and one claim.
 */
export function planRoutes({ chains }: SandboxEndpoints): PlannedRoute[] {
  const isThere = (name: string): boolean => name in chains;
  const within = Object.entries(chains).flatMap(([chain, { family }]) =>
    withinFamily[family].map(([fromSymbol, toSymbol, receiver]) => ({
      kind: 'same-chain' as const,
      from: chain,
      fromSymbol,
      to: chain,
      toSymbol,
      receiver,
    })),
  );
  const crossing = [
    ...crossChain,
    ...betweenFamilies.filter(([from, , to]) => isThere(from) && isThere(to)),
  ];
  const between = crossing.map(([from, fromSymbol, to, toSymbol, receiver]) => ({
    kind: 'cross-chain' as const,
    from,
    fromSymbol,
    to,
    toSymbol,
    receiver,
  }));
  const named = chosen
    .filter(([, , from]) => isThere(from))
    .map(([kind, provider, from, fromSymbol, to, toSymbol, receiver]) => ({
      kind,
      provider,
      from,
      fromSymbol,
      to,
      toSymbol,
      receiver,
    }));
  return [...within, ...between, ...named].map((route, index) => {
    const source = resolveToken(chainNamed(chains, route.from), route.fromSymbol);
    const destination = resolveToken(chainNamed(chains, route.to), route.toSymbol);
    return {
      ...route,
      fromSymbol: source.symbol,
      fromToken: source.address,
      toSymbol: destination.symbol,
      toToken: destination.address,
      amount: amountOf(source.symbol, index),
    };
  });
}

/** By family: the pairs of its tokens. Bitcoin has only its coin. */
const withinFamily: Readonly<
  Record<
    SandboxChainEndpoints['family'],
    readonly (readonly [string, string, 'wallet' | 'receiver'])[]
  >
> = {
  evm: sameChain,
  tron: sameOtherChain,
  solana: sameOtherChain,
  ton: sameTon,
  bitcoin: [],
};

/** The wallet that pays and receives on the chains of a family. */
export type WalletOf = (family: Family) => {
  name: string;
  address: string;
  accounts?: readonly string[];
};

/** The job of a planned route. */
export function jobOf(
  route: PlannedRoute,
  { chains }: Pick<SandboxEndpoints, 'chains'>,
  walletOf: WalletOf,
): JobRequest {
  const [source, destination] = [
    chainNamed(chains, route.from).family,
    chainNamed(chains, route.to).family,
  ];
  return {
    wallet: walletOf(source).name,
    from: { chain: route.from, token: route.fromToken },
    to: { chain: route.to, token: route.toToken },
    amount: route.amount,
    receiver: route.receiver === 'wallet' ? walletOf(destination).address : receivers[destination],
    slippageBps: 100,
    ...(route.kind === 'deposit' ? { flow: 'deposit' } : {}),
    ...(route.provider === undefined ? {} : { providers: { allow: [route.provider] } }),
  };
}

/** The accounts to audit: on every chain all accounts of the wallet, and the other receiver. */
export function auditAccounts(
  { chains }: Pick<SandboxEndpoints, 'chains'>,
  walletOf: WalletOf,
): AuditAccount[] {
  return Object.entries(chains).flatMap(([name, { family }]) => {
    const { address: wallet, accounts = [] } = walletOf(family);
    return [wallet, ...accounts, receivers[family]].map((address) => ({
      chain: name as AuditAccount['chain'],
      address,
    }));
  });
}

function chainNamed(chains: SandboxEndpoints['chains'], name: string): SandboxChainEndpoints {
  const chain = Object.entries(chains).find(([one]) => one === name)?.[1];
  if (!chain) throw new TypeError(`the sandbox has no chain ${name}`);
  return chain;
}

function resolveToken(
  chain: SandboxChainEndpoints,
  symbol: string,
): { address: string; symbol: string } {
  if (symbol === 'native')
    return { address: formatsOf(chain.family).nativeToken, symbol: chain.nativeToken.symbol };
  const token = chain.tokens.find((one) =>
    symbol === 'wrapped' ? one.behaviour === 'wrapped-native' : one.symbol === symbol,
  );
  if (!token) throw new TypeError(`the sandbox has no token ${symbol}`);
  return token;
}

/**
 * Tokens of high value: 0.05 of one is worth more than the fixed fee of a bridge, as 120 of the
 * others are. The guard holds what is not (G07).
 */
const valuable: ReadonlySet<string> = new Set(['ETH', 'WETH', 'SOL', 'WSOL']);

/** Every swap has a different amount, so that it can be recognized on its chain. */
function amountOf(symbol: string, index: number): string {
  const cents = String(index + 1).padStart(2, '0');
  if (symbol === 'BTC') return `0.004${cents}`;
  return valuable.has(symbol) ? `0.05${cents}` : `120.${cents}`;
}
