import { isNativeAsset } from '../../core/swap/is-native-asset.ts';
import type { Asset, Job, ReportedCoin } from '../../core/swap/job.ts';
import { namesToken } from '../../core/swap/names-token.ts';
import type { PathToken } from '../../core/swap/router-signals.ts';
import { listedSymbol } from '../../core/swap/token-list.ts';
import { isBoughtToken } from '../at-destination.ts';
import { admittedOn } from '../policy/guard-policy.ts';
import {
  findingsOf,
  hold,
  type OrderRuleRequest,
  orderRule,
  type RuleFinding,
  reject,
} from '../rule.ts';
import { sameAddress } from '../same-address.ts';

/**
 * G08. The route begins and ends with the job's tokens, in the decimals that their chains show, and
 * both tokens are on a list of the operator's: any contract can call itself USDC. A token is listed
 * by the policy, or by the settings of its chain; a chain's coin always is. The strict profile
 * demands that the policy names the decimals, which a node could misstate.
 */
export const tokenIdentity = orderRule({
  id: 'G08',
  checkOrder(request) {
    if (request.repeats) return [];
    const { from, to } = request.job;
    return [
      ...listingFindings(from, request),
      ...listingFindings(to, request),
      ...pathFindings(request),
    ];
  },
});

function listingFindings(asset: Job['to'], request: OrderRuleRequest): RuleFinding[] {
  const { chain, token, decimals, symbol } = asset;
  const { guardPolicy } = request;
  const { tokens } = admittedOn(guardPolicy, chain);
  const entry =
    tokens === 'any' ? undefined : tokens.find(({ address }) => namesToken(address, asset));
  if (entry)
    return findingsOf(
      entry.decimals !== decimals &&
        reject('the token has other decimals than the policy names', {
          token,
          decimals: `${decimals}`,
          named: `${entry.decimals}`,
        }),
    );
  if (isNative(asset)) return [];
  const isListed = tokens === 'any' || isListedBySettings(asset, request);
  return findingsOf(
    isListed &&
      guardPolicy.profile === 'strict' &&
      reject('the strict policy does not name the decimals of the token', {
        token,
        decimals: `${decimals}`,
      }),
    !isListed &&
      hold({ kind: 'token', chain, token, decimals }, 'no list has the token', {
        chain,
        token,
        symbol,
        decimals: `${decimals}`,
      }),
  );
}

/** By the settings of its chain, now or when the job was submitted. */
function isListedBySettings(asset: Job['to'], { chain }: OrderRuleRequest): boolean {
  return (
    asset.listed === true ||
    (asset.chain === chain.name && listedSymbol(chain, asset.token) !== undefined)
  );
}

/** Without a route, the echo names the tokens (G06). */
function pathFindings({ order, job }: OrderRuleRequest): RuleFinding[] {
  const path = order.signals?.path;
  if (!path) return [];
  return [
    ...endFindings('begins', path.first, job.from, (text) =>
      sameAddress(job.from.family, text, job.from.token),
    ),
    ...endFindings('ends', path.last, job.to, (text) => isBoughtToken(job, text)),
  ];
}

function endFindings(
  how: 'begins' | 'ends',
  { chain, token, decimals }: PathToken,
  asset: Asset | ReportedCoin,
  isSame: (text: string) => boolean,
): RuleFinding[] {
  const facts = { shown: token, asked: asset.token };
  const isNamed = isSame(token) || (isNative(asset) && isNativeText(asset, token));
  const item = { kind: 'finding', rule: 'G08', what: `a route that ${how} with ${token}` } as const;
  return findingsOf(
    chain !== undefined &&
      chain !== asset.chain &&
      reject(`the route ${how} on another chain`, { shown: chain, asked: asset.chain }),
    !isNamed && !isNative(asset) && reject(`the route ${how} with another token`, facts),
    // Some routes show the wrapped form of a coin.
    !isNamed && isNative(asset) && hold(item, `the route ${how} with another token`, facts),
    Number(decimals) !== asset.decimals &&
      reject(`the route ${how} with a token of other decimals`, {
        token,
        shown: decimals,
        asked: `${asset.decimals}`,
      }),
  );
}

function isNative({ family, chain, token }: Job['to']): boolean {
  return isNativeAsset(family, chain, token);
}

function isNativeText({ family, chain }: Job['to'], text: string): boolean {
  return isNativeAsset(family, chain, text);
}
