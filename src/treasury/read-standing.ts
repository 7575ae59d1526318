import { readAssets, type TreasuryRule } from '../core/treasury/rule.ts';
import type { Standing } from '../core/treasury/standing.ts';
import type { StoredRule } from '../ports/stores/treasury-store.ts';
import { type AssetPlace, findPlace } from './asset-place.ts';
import { readAsset } from './read-asset.ts';
import type { TreasuryContext } from './treasury-context.ts';

type Needs = Pick<
  TreasuryContext,
  'journal' | 'chains' | 'walletList' | 'tokens' | 'policy' | 'prices' | 'guard'
>;

/**
 * What a rule is decided by, as it is now. Throws `CHAIN_UNAVAILABLE`, `RPC_*`,
 * `JOURNAL_UNAVAILABLE`, and `UNKNOWN_*` for what is not there any more.
 */
export async function readStanding(
  context: Needs,
  rule: TreasuryRule,
  { paused, lastActedAt }: Pick<StoredRule, 'paused' | 'lastActedAt'>,
  open: string | undefined,
): Promise<Standing> {
  const facts = {
    ...(paused ? { paused } : {}),
    ...(open === undefined ? {} : { open }),
    ...(lastActedAt === undefined ? {} : { lastActedAt }),
  };
  // Nothing is read for what does nothing.
  if (paused || open !== undefined) return { ...facts, assets: [] };
  const places = await findPlaces(context, rule);
  const stopped = await findStopOf(context, places, rule.id);
  if (stopped !== undefined) return { ...facts, stopped, assets: [] };
  return { ...facts, assets: await Promise.all(places.map((place) => readAsset(context, place))) };
}

/** Where the assets are that a rule decides by, in its order. */
export function findPlaces(
  context: Pick<TreasuryContext, 'chains' | 'walletList' | 'tokens' | 'policy'>,
  rule: TreasuryRule,
): Promise<AssetPlace[]> {
  return Promise.all(
    readAssets(rule).map(({ asset, receiver }) => findPlace(context, rule.wallet, asset, receiver)),
  );
}

/** Why signing is stopped for what a rule would use. */
export async function findStopOf(
  { journal }: Pick<TreasuryContext, 'journal'>,
  places: readonly AssetPlace[],
  rule: string,
): Promise<string | undefined> {
  for (const { chain, accounts } of places)
    for (const { wallet } of accounts) {
      if (!wallet) continue;
      const { id: walletId, name } = wallet;
      const stop = await journal.findStop({ walletId, wallet: name, chain, rule });
      if (stop) return stop.message;
    }
  return undefined;
}
