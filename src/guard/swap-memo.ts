import { swapMemoActions } from '../core/deposits/swap-memo-actions.ts';
import { type ChainName, chainRegistry, isNativeToken } from '../core/swap/chains.ts';
import type { Job } from '../core/swap/job.ts';
import type { Order } from '../core/swap/swap.ts';
import { stepAbove } from './coarse.ts';
import { findingsOf, hold, type RuleFinding, type RuleRequest, reject } from './rule.ts';

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
  DASH: 'DASH',
  DOGE: 'DOGECOIN',
  ETH: 'ETH',
  GAIA: 'COSMOS',
  LTC: 'LITECOIN',
  SOL: 'SOLANA',
  THOR: 'THOR_CHAIN',
  TRON: 'TRON',
  XRP: 'RIPPLE',
};

/** The services' short names of assets (dev.thorchain.org, memos, asset notation). */
const shortAssets: Readonly<Record<string, string>> = {
  a: 'AVAX.AVAX',
  b: 'BTC.BTC',
  c: 'BCH.BCH',
  d: 'DOGE.DOGE',
  e: 'ETH.ETH',
  f: 'BASE.ETH',
  g: 'GAIA.ATOM',
  l: 'LTC.LTC',
  r: 'THOR.RUNE',
  s: 'BSC.BNB',
  x: 'XRP.XRP',
};

/** What else a memo can ask the services for: to hold, lend, bond or add the money, or to wait. */
const otherActions: ReadonlySet<string> = new Set(
  (
    '=< m=< limito lo + add a - withdraw wd trade+ trade- secure+ secure- loan+ loan- $+ $- pool+ ' +
    'pool- bond unbond leave rebond reserve donate d name n ~ x exec tcy tcy+ tcy- noop maint switch ' +
    'out refund migrate ragnarok consolidate yggdrasil+ yggdrasil- operator'
  ).split(' '),
);

/**
 * `=:CHAIN.ASSET:ADDRESS:LIMIT:AFFILIATES:FEES:AGGREGATOR:TOKEN:LEAST`, where the limit may be
 * `LIMIT/INTERVAL/QUANTITY`, and affiliates and their fees are lists with slashes.
 */
interface SwapMemo {
  /** `undefined`: the asset is in no known notation. */
  asset:
    | {
        chain: string;
        ticker: string;
        /** Of a token: its address, or the end of it. */
        contract: string | undefined;
        /** A claim of the service's on the asset, in the place of the asset: `/` or `~`. */
        isClaim: boolean;
      }
    | undefined;
  /** Eight decimals. `undefined`: none, or no number. */
  limit: bigint | undefined;
  /** As the memo names them. */
  affiliates: string;
  /** Basis points of all affiliates. `undefined`: no number. */
  affiliateBps: bigint | undefined;
  /** A contract that gets the bought coin and swaps on. */
  aggregator: string;
}

/** `undefined` if the text is no memo for a swap of THORChain or Maya. */
function readSwapMemo(text: string): SwapMemo | undefined {
  const [action = '', asset = '', , limit = '', affiliates = '', fees = '', ...onward] =
    text.split(':');
  if (!swapMemoActions.includes(action.toLowerCase())) return undefined;
  return {
    asset: readAsset(shortAssets[asset.toLowerCase()] ?? asset),
    limit: readLimit(limit.split('/')[0] ?? ''),
    affiliates,
    affiliateBps: affiliates === '' && fees === '' ? 0n : sumOf(fees),
    aggregator: onward.join(':').replace(/:+$/, ''),
  };
}

function readAsset(text: string): SwapMemo['asset'] {
  const named = /^([A-Z]+)([./~])([A-Z0-9]+)(?:-(.+))?$/i.exec(text);
  if (!named) return undefined;
  const [, chain = '', sign, ticker = '', contract] = named;
  return {
    chain: chain.toUpperCase(),
    ticker: ticker.toUpperCase(),
    contract: contract?.toLowerCase(),
    isClaim: sign !== '.',
  };
}

function sumOf(fees: string): bigint | undefined {
  const each = fees.split('/');
  if (!each.every((one) => /^\d{1,5}$/.test(one))) return undefined;
  return each.reduce((sum, one) => sum + BigInt(one), 0n);
}

/** A whole number, or one with an exponent, such as `123e6`. */
function readLimit(text: string): bigint | undefined {
  const number = /^(\d{1,30})(?:e(\d{1,2}))?$/i.exec(text);
  if (!number) return undefined;
  const [, digits = '', exponent = '0'] = number;
  return BigInt(digits) * 10n ** BigInt(exponent);
}

/** Providers that read nothing but swap memos, and keep or send back what comes with another one. */
const readersOfSwapMemos: ReadonlySet<string> = new Set(
  'thorchain thor_chain thorswap maya mayachain maya_chain mayaprotocol maya_protocol'.split(' '),
);

/**
 * Whether what the memo asks for cannot be compared with the job, although that is demanded: of a
 * provider that reads nothing else, and under a strict policy.
 */
export function isUnreadMemo(
  text: string,
  { guardPolicy }: Pick<RuleRequest, 'guardPolicy'>,
  provider: string,
): boolean {
  return isReadAsSwap(guardPolicy, provider) && readSwapMemo(text) === undefined;
}

/** Whether the memo alone may tell the provider what to do. A strict policy assumes so of all. */
function isReadAsSwap({ profile }: RuleRequest['guardPolicy'], provider: string): boolean {
  return profile === 'strict' || readersOfSwapMemos.has(provider.toLowerCase());
}

/**
 * What a memo for a swap says of the bought asset, the least amount of it, and who else gets a share.
 * A memo that asks the same services for something else is refused. Memos in other forms say nothing
 * that can be compared. `namesAnother` compares the receiver.
 * @param order `minOut`: base units of the bought token
 */
export function swapMemoFindings(
  text: string,
  { job, guardPolicy }: Pick<RuleRequest, 'job' | 'guardPolicy'>,
  { minOut, provider }: Pick<Order, 'minOut' | 'provider'>,
): RuleFinding[] {
  const [action = '', ...rest] = text.split(':');
  if (rest.length > 0 && otherActions.has(action.toLowerCase()))
    return [reject('the memo asks for something else than a swap', { memo: text })];
  const memo = readSwapMemo(text);
  if (!memo) return [];
  const { asset, limit, affiliates, affiliateBps, aggregator } = memo;
  const least = toMemoDecimals(minOut, job.to.decimals);
  const hasLimit = limit !== undefined && limit > 0n;
  // A limit counts what arrives, so that affiliates are paid from the rest.
  const mostBps = hasLimit ? undefined : BigInt(guardPolicy.limits.percentFeeBps);
  const share = affiliateBps ?? 10_000n;
  const rule = job.flow === 'wallet' ? 'B05' : 'D03';
  const doubt = (what: string) => ({ kind: 'finding', rule, what }) as const;
  return [
    ...(asset ? assetFindings(asset, text, job, isReadAsSwap(guardPolicy, provider)) : []),
    ...findingsOf(
      !asset &&
        hold(
          doubt(`memo with the asset ${text.split(':')[1]}`),
          'the memo names an unknown asset',
          {
            memo: text,
          },
        ),
      aggregator !== '' &&
        reject('the memo names a contract that swaps on', { memo: text, aggregator }),
      hasLimit &&
        limit < least &&
        reject('the memo states a lower minimum than the order', { memo: text, limit, least }),
      mostBps !== undefined &&
        share > mostBps &&
        hold(
          doubt(`memo with up to ${stepAbove(share, 'fine')} bps for ${affiliates || 'nobody'}`),
          'the memo gives others too large a share',
          {
            memo: text,
            share,
            most: mostBps,
          },
        ),
      // Many services leave the limit out: then only the provider's quote holds.
      !hasLimit &&
        guardPolicy.profile === 'strict' &&
        reject('the strict policy demands a minimum in the memo', { memo: text }),
    ),
  ];
}

function assetFindings(
  asset: NonNullable<SwapMemo['asset']>,
  memo: string,
  job: Job,
  isRead: boolean,
): RuleFinding[] {
  const chain = chainNames[asset.chain] ?? asset.chain;
  const match = matchOf(asset, job, isRead);
  const rule = job.flow === 'wallet' ? 'B05' : 'D03';
  const what = `memo with the asset ${memo.split(':')[1]}`;
  return findingsOf(
    asset.isClaim && reject('the memo buys a claim on the token instead of the token', { memo }),
    chain !== job.to.chain && reject('the memo names another chain', { memo, chain }),
    match === 'another' && reject('the memo names another token', { memo, token: job.to.token }),
    match === 'doubtful' &&
      hold(
        { kind: 'finding', rule, what },
        'the memo may name another token by its ticker or the end of its address',
        { memo, token: job.to.token },
      ),
  );
}

/** Rounded down, as services round limits. */
function toMemoDecimals(amount: bigint, decimals: number): bigint {
  return decimals >= memoDecimals
    ? amount / 10n ** BigInt(decimals - memoDecimals)
    : amount * 10n ** BigInt(memoDecimals - decimals);
}

/** So many last digits of an address are those of no other token that a service swaps. */
const enoughDigits = 5;

/**
 * A service takes the token of this ticker whose address ends so. Symbols of tokens and tickers of
 * services may differ a little (`USDC.e`), so another ticker beside enough digits is a doubt.
 */
function matchOf(
  { chain, ticker, contract }: NonNullable<SwapMemo['asset']>,
  { to }: Job,
  isRead: boolean,
): 'bought' | 'doubtful' | 'another' {
  const known = chainRegistry[to.chain];
  const isNative = to.reportedOnly === true || (known && isNativeToken(known, to.token));
  const isTicker = ticker === to.symbol.toUpperCase();
  if (contract === undefined) {
    if (isNative) return isTicker || ticker === chain ? 'bought' : 'another';
    if (!isTicker) return 'another';
    // A provider that reads only the memo takes the token of this ticker with the deepest pool.
    return isRead ? 'doubtful' : 'bought';
  }
  const token = to.token.toLowerCase();
  if (isNative || !token.endsWith(contract)) return 'another';
  const isEnough = contract.length >= enoughDigits;
  if (contract === token || (isTicker && isEnough)) return 'bought';
  return isTicker || isEnough ? 'doubtful' : 'another';
}
