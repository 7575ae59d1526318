import { describeAmount, formatAmount } from '../amounts/amounts.ts';
import type { SkipCode, SkipReason } from './occurrence.ts';
import type { AssetStanding, RuleJob } from './standing.ts';

/** What an occurrence does. */
export type OccurrenceDecision =
  | { kind: 'act'; jobs: readonly [RuleJob, ...RuleJob[]] }
  | { kind: 'skip'; reason: SkipReason };

type Skip = Extract<OccurrenceDecision, { kind: 'skip' }>;

export function skip(code: SkipCode, message: string): Skip {
  return { kind: 'skip', reason: { code, message } };
}

/** Without the prices that a rule reckons with, it does nothing. */
export function noPrice({ symbol, chain, priceFault }: AssetStanding): Skip {
  const why = priceFault ?? 'the guard’s policy has no source for it';
  return skip('NO_PRICE', `there is no price of ${symbol} on ${chain}: ${why}`);
}

/** As long as it is not known what is on its way to the account, nothing more is bought for it. */
export function unknownArrival({ symbol, chain }: AssetStanding, fault: string): Skip {
  return skip('NO_PRICE', `it is not known how much ${symbol} on ${chain} is on its way: ${fault}`);
}

export function tooLittle(needed: bigint, asset: AssetStanding): Skip {
  const { settled, chain } = asset;
  return skip(
    'BALANCE',
    `the account has ${describeAmount(settled, asset)} on ${chain} that nothing else needs, and the rule needs ${formatAmount(needed, asset.decimals)}`,
  );
}
