import type { AuditAccount, SandboxChainEndpoints, SandboxEndpoints } from 'ferryman-sandbox';
import { type Family, formatsOf } from '../../core/swap/chains.ts';
import type { JobRequest } from '../../executor/job-request.ts';

/** How a swap of the demo should go. */
export type RouteKind = 'same-chain' | 'cross-chain' | 'deposit' | 'refund' | 'claim';

/** One swap of the demo, in the words of a job request. */
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
  /** The one provider to go by; absent: whichever is best. */
  provider?: string;
}

/** `native` and `wrapped` stand for each chain's own coin and its wrapped form. */
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

/** Within the chains beside the EVM ones. */
const sameOtherChain = [
  ['USDC', 'native', 'receiver'],
  ['native', 'USDT', 'receiver'],
  ['USDT', 'USDC', 'wallet'],
  ['native', 'wrapped', 'wallet'],
  ['wrapped', 'native', 'wallet'],
] as const;

/** Where pools hold one token against coins, and not another. */
const sameTon = [
  ['USDT', 'native', 'receiver'],
  ['native', 'USDT', 'wallet'],
] as const;

/**
 * Every ordered pair of families, once in a token and once in coins; of Bitcoin there are coins
 * alone.
 */
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
 * By the one provider that is named: a plain payment of each family to an address that the provider
 * tells, where the chain has memos with the order's; and two that leave the money on a bridge: one
 * gives it back when it is asked to, one has it claimed.
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

/** By family: whoever gets what does not come back to the paying wallet; nobody uses their keys. */
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

/** By family: the pairs of its tokens. Bitcoin has one token alone. */
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

/** Who pays on the chains of a family, and is paid there. */
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

/**
 * Whose money the audit is to explain: of the wallets with all their accounts and of who else is
 * paid, on every chain.
 */
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

/** Coins of which a fraction is worth as much as a hundred of the others. */
const ethers: ReadonlySet<string> = new Set(['ETH', 'WETH', 'POL', 'WPOL', 'SOL', 'WSOL']);

/** Every swap has an amount of its own, so that each is recognizable on its chain. */
function amountOf(symbol: string, index: number): string {
  const cents = String(index + 1).padStart(2, '0');
  if (symbol === 'BTC') return `0.004${cents}`;
  return ethers.has(symbol) ? `0.05${cents}` : `120.${cents}`;
}
