import type { TreasuryRule } from './rule.ts';
import type { AssetStanding, RuleJob } from './standing.ts';

/**
 * The asset that a job of the rule sells. All kinds but a target sell one asset, their first. That one
 * has its canonical form in `assets`, and the rule's form in the job.
 */
export function assetSold<Asset extends AssetStanding>(
  { kind }: Pick<TreasuryRule, 'kind'>,
  { from }: RuleJob,
  assets: readonly Asset[],
): Asset | undefined {
  if (kind !== 'target') return assets[0];
  return assets.find(({ chain, token }) => chain === from.chain && token === from.token);
}
