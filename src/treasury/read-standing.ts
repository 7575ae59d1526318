import { usedOfCap } from '../core/caps/cap-standing.ts';
import { readAssets, type TreasuryRule } from '../core/treasury/rule.ts';
import type { BudgetStanding, RuleJob, Standing } from '../core/treasury/standing.ts';
import { adapterOf } from '../executor/context.ts';
import type { StoredRule } from '../ports/stores/treasury-store.ts';
import { canonicalToken, heldAssetOf } from './held-asset.ts';
import { lessUnsent, readAsset } from './read-asset.ts';
import { stopOf } from './rule-stop.ts';
import type { TreasuryContext } from './treasury-context.ts';

type Needs = Pick<
  TreasuryContext,
  'journal' | 'chains' | 'walletList' | 'tokens' | 'policy' | 'prices' | 'guard' | 'calendar'
>;

/**
 * What a rule is decided by, as it is now. Throws `CHAIN_UNAVAILABLE`, `RPC_*`,
 * `JOURNAL_UNAVAILABLE`, and `UNKNOWN_*` for what is not there any more.
 */
export async function readStanding(
  context: Needs,
  rule: TreasuryRule,
  { paused, lastActedAt }: Pick<StoredRule, 'paused' | 'lastActedAt'>,
  { open, unsent }: { open: string | undefined; unsent: readonly RuleJob[] },
): Promise<Standing> {
  const facts = {
    ...(paused ? { paused } : {}),
    ...(open === undefined ? {} : { open }),
    ...(lastActedAt === undefined ? {} : { lastActedAt }),
  };
  // Nothing is read for what does nothing.
  if (paused || open !== undefined) return { ...facts, assets: [] };
  const heldAssets = await Promise.all(
    readAssets(rule).map(async ({ asset, receiver }) =>
      heldAssetOf(context, rule, asset, receiver),
    ),
  );
  const stopped = await stopOf(context.journal, rule, heldAssets);
  if (stopped !== undefined) return { ...facts, stopped, assets: [] };
  const [assets, budgets] = await Promise.all([
    Promise.all(
      heldAssets.map(async (heldAsset) =>
        lessUnsent(heldAsset, await readAsset(context, heldAsset), unsent),
      ),
    ),
    readBudgets(context, rule),
  ]);
  return { ...facts, assets, budgets };
}

/** The budgets of a rule with what is used of them: one statement, if there are any. */
export async function readBudgets(
  context: Needs,
  { id, budgets }: TreasuryRule,
): Promise<BudgetStanding[]> {
  if (budgets.length === 0) return [];
  const usages = await context.journal.capUsage(context.calendar?.now());
  return budgets.map((given) => {
    const { chain, token } = given;
    const budget =
      chain === undefined || token === undefined
        ? given
        : { ...given, token: canonicalToken(adapterOf(context, chain), token) };
    return { budget, used: usedOfCap({ ...budget, rule: id }, usages) };
  });
}
