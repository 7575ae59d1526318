import { applyRuleFolder } from './apply-rule-folder.ts';
import { startTreasury } from './start-treasury.ts';
import type { TreasuryContext } from './treasury-context.ts';

/**
 * Applies the rules of the folder, and starts the treasury's worker. Throws `INVALID_RULE` with the
 * faults of all files.
 */
export async function openTreasury(
  context: TreasuryContext,
  ruleFolder: string | undefined,
): Promise<() => Promise<void>> {
  if (ruleFolder !== undefined) await applyRuleFolder(context, ruleFolder);
  return startTreasury(context);
}
