import { type ChainName, chainRegistry, isNativeToken } from '../core/swap/chains.ts';
import type { Job } from '../core/swap/job.ts';
import { findingsOf, type RuleFinding, type RuleRequest, reject } from './rule.ts';

/** Amounts of memos have eight decimals, whatever the token has (dev.thorchain.org, memos). */
const memoDecimals = 8;

/** The chains of THORChain and Maya that the registry knows, by their names in memos. */
const chainNames: Readonly<Record<string, ChainName>> = {
  ARB: 'ARBITRUM',
  AVAX: 'AVALANCHE',
  BASE: 'BASE',
  BCH: 'BITCOIN_CASH',
  BSC: 'BSC',
  BTC: 'BITCOIN',
  DOGE: 'DOGECOIN',
  ETH: 'ETH',
  LTC: 'LITECOIN',
  SOL: 'SOLANA',
  TRON: 'TRON',
  XRP: 'RIPPLE',
};

/** `=:CHAIN.ASSET:ADDRESS:LIMIT`, where the limit may be `LIMIT/INTERVAL/QUANTITY`. */
interface SwapMemo {
  chain: string;
  ticker: string;
  /** Of a token: its address, or the end of it. */
  contract: string | undefined;
  /** Eight decimals. `undefined`: none, or no number. */
  limit: bigint | undefined;
}

/** `undefined` if the text is no memo for a swap of THORChain or Maya, or names its asset shortly. */
function readSwapMemo(text: string): SwapMemo | undefined {
  const [action = '', asset = '', , limit = ''] = text.split(':');
  if (!['=', 's', 'swap'].includes(action.toLowerCase())) return undefined;
  const named = /^([A-Z]+)[./~]([A-Z0-9]+)(?:-(.+))?$/i.exec(asset);
  if (!named) return undefined;
  const [, chain = '', ticker = '', contract] = named;
  return {
    chain: chain.toUpperCase(),
    ticker: ticker.toUpperCase(),
    contract: contract?.toLowerCase(),
    limit: readLimit(limit.split('/')[0] ?? ''),
  };
}

/** A whole number, or one with an exponent, such as `123e6`. */
function readLimit(text: string): bigint | undefined {
  const number = /^(\d{1,30})(?:e(\d{1,2}))?$/i.exec(text);
  if (!number) return undefined;
  const [, digits = '', exponent = '0'] = number;
  return BigInt(digits) * 10n ** BigInt(exponent);
}

/**
 * What a memo for a swap says of the bought asset and the least amount of it. Memos in other forms
 * say nothing that can be compared. `namesAnother` compares the receiver.
 * @param minOut base units of the bought token
 */
export function swapMemoFindings(
  text: string,
  { job, guardPolicy }: Pick<RuleRequest, 'job' | 'guardPolicy'>,
  minOut: bigint,
): RuleFinding[] {
  const memo = readSwapMemo(text);
  if (!memo) return [];
  const { limit } = memo;
  const least = toMemoDecimals(minOut, job.to.decimals);
  const chain = chainNames[memo.chain];
  const hasLimit = limit !== undefined && limit > 0n;
  return findingsOf(
    chain !== undefined &&
      chain !== job.to.chain &&
      reject('the memo names another chain', { memo: text, chain: job.to.chain }),
    !isBought(memo, job) &&
      reject('the memo names another token', { memo: text, token: job.to.token }),
    hasLimit &&
      limit < least &&
      reject('the memo states a lower minimum than the order', { memo: text, limit, least }),
    // Many services leave the limit out: then only the provider's quote holds.
    !hasLimit &&
      guardPolicy.profile === 'strict' &&
      reject('the strict policy demands a minimum in the memo', { memo: text }),
  );
}

/** Rounded down, as services round limits. */
function toMemoDecimals(amount: bigint, decimals: number): bigint {
  return decimals >= memoDecimals
    ? amount / 10n ** BigInt(decimals - memoDecimals)
    : amount * 10n ** BigInt(memoDecimals - decimals);
}

function isBought({ chain, ticker, contract }: SwapMemo, { to }: Job): boolean {
  const known = chainRegistry[to.chain];
  const isNative = to.reportedOnly === true || (known && isNativeToken(known, to.token));
  if (contract !== undefined) return !isNative && to.token.toLowerCase().endsWith(contract);
  return ticker === to.symbol.toUpperCase() || (isNative === true && ticker === chain);
}
