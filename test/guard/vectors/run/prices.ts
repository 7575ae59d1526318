import { chainRegistry, isNativeToken } from '../../../../src/core/swap/chains.ts';
import type { Job } from '../../../../src/core/swap/job.ts';
import { readPrices } from '../../../../src/executor/effects/read-prices.ts';
import type { MarketPrices } from '../../../../src/ports/prices.ts';
import { createPrices } from '../../../../src/prices/create-prices.ts';
import { noon } from '../../../support/snapshot.ts';
import type { Base, Setting } from './base.ts';
import { type Token, tokens } from './fixtures.ts';

/** Of the policy: what the fixtures' tokens are worth, by the operator's own static prices. */
export function pricedTokens(base: Base, setting: Setting) {
  return Object.values(tokens).map((token) => ({
    chain: token.chain,
    token: isNative(token) ? 'native' : token.address,
    class: 'major' as const,
    sources: [{ kind: 'static' as const, usd: usdOf(token, base, setting) }],
  }));
}

function isNative({ chain, address }: Token): boolean {
  return isNativeToken(chainRegistry[chain]!, address);
}

/** A vector states what the executor's own price makes of the payment. */
function usdOf(token: Token, { terms, job }: Base, setting: Setting): string {
  const { ownUsd } = setting.mutation.env ?? {};
  if (ownUsd === undefined || token !== terms.from) return `${token.price}`;
  return `${Number(ownUsd) / Number(job(setting).srcTokenAmount)}`;
}

/** As the executor reads them, through the real price port. */
export function readPricesOf(job: Job, base: Base, setting: Setting): Promise<MarketPrices> {
  const prices = createPrices({
    settings: { maxAgeMs: 60_000, tokens: pricedTokens(base, setting) },
    chains: new Map(),
    fetch: () => Promise.reject(new Error('no price is fetched')),
    clock: { now: () => noon },
  });
  return readPrices({ prices }, chainRegistry[job.from.chain]!, job);
}
