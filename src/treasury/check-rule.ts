import { furtherAccounts } from '../core/swap/account-name.ts';
import { isNativeToken } from '../core/swap/chains.ts';
import { namesToken } from '../core/swap/names-token.ts';
import type { TreasuryRule } from '../core/treasury/rule.ts';
import { readAssets } from '../core/treasury/rule.ts';
import { distinctFaults } from '../errors/distinct-faults.ts';
import type { Fault } from '../errors/ferryman-error.ts';
import { requireReach } from '../executor/authorize.ts';
import { findJobFaults } from '../executor/freeze-job.ts';
import { JobFaults } from '../executor/job-faults.ts';
import { createTimeLimit } from '../executor/time-limit.ts';
import type { Submitter } from '../ports/stores/api-key-store.ts';
import { invalidRule } from './read-rule.ts';
import { ruleJobs } from './rule-jobs.ts';
import type { TreasuryContext } from './treasury-context.ts';

type Needs = Pick<
  TreasuryContext,
  'chains' | 'walletList' | 'tokens' | 'additionalProviders' | 'policy' | 'clock'
>;

/**
 * Checks what a rule names as jobs are checked: chains, tokens, wallets, receivers, providers, and
 * what the author may use. Throws `INVALID_RULE` with every fault, and `FORBIDDEN`.
 */
export async function checkRule(
  context: Needs,
  rule: TreasuryRule,
  by: Submitter | undefined,
): Promise<void> {
  const timeLimit = createTimeLimit(context.policy.submitWithin);
  const faults: Fault[] = [];
  if (by) requireRuleReach(by, rule);
  for (const { members, pointerOf } of ruleJobs(rule)) {
    for (const { pointer, message } of await findJobFaults(context, members, timeLimit)) {
      const place = pointerOf(pointer);
      if (place !== undefined) faults.push({ pointer: place, message });
    }
  }
  faults.push(
    ...(await accountFaults(context, rule)),
    ...repeatedAssets(context, rule),
    ...budgetFaults(context, rule),
  );
  if (faults.length > 0) throw invalidRule(distinctFaults(faults));
}

/** Throws `FORBIDDEN` for a rule of wallets or chains that the key may not use. */
export function requireRuleReach(by: Submitter, rule: TreasuryRule): void {
  for (const { members } of ruleJobs(rule)) {
    const { wallet, from, to } = members;
    requireReach(by, { wallet: { name: wallet }, from, to });
  }
}

/** A name that stands for several accounts does not say whose balance is meant. */
async function accountFaults(
  { walletList }: Needs,
  { kind, wallet }: TreasuryRule,
): Promise<Fault[]> {
  if (kind !== 'target' && kind !== 'sweep') return [];
  if (furtherAccounts(await walletList.current(), wallet).length === 0) return [];
  const message = `${wallet} has several accounts: use a wallet with one, or name a further account such as ${wallet}/2`;
  return [{ pointer: '/wallet', message }];
}

/** A budget of what the rule never sells would bound nothing. */
function budgetFaults({ chains }: Needs, rule: TreasuryRule): Fault[] {
  const sold = ruleJobs(rule).map(({ members }) => members.from);
  return rule.budgets.flatMap(({ chain, token }, index) => {
    if (chain === undefined) return [];
    const pointer = `/budgets/${index}`;
    const there = sold.filter((asset) => asset.chain === chain);
    const adapter = chains.get(chain);
    if (there.length === 0 || !adapter)
      return [{ pointer: `${pointer}/chain`, message: `the rule sells nothing on ${chain}` }];
    if (token === undefined) return [];
    const faults = new JobFaults();
    const addressOf = (given: string) => faults.token(`${pointer}/token`, adapter, given);
    const own = addressOf(token);
    if (own === undefined) return [...faults.all];
    const { family } = adapter.chain;
    const isSold = there.some((asset) => {
      const other = addressOf(asset.token);
      return other !== undefined && namesToken(own, { family, chain, token: other });
    });
    return isSold
      ? []
      : [{ pointer: `${pointer}/token`, message: `the rule does not sell ${token} on ${chain}` }];
  });
}

/** Two entries of one asset would trade against each other. */
function repeatedAssets({ chains }: Needs, rule: TreasuryRule): Fault[] {
  const seen = new Set<string>();
  return readAssets(rule).flatMap(({ asset, pointer }) => {
    const adapter = chains.get(asset.chain);
    if (rule.kind !== 'target' || !adapter) return [];
    const token = new JobFaults().token('', adapter, asset.token) ?? asset.token;
    const name = `${asset.chain} ${isNativeToken(adapter.chain, token) ? 'native' : token}`;
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    return [{ pointer: `${pointer}/token`, message: 'is an asset of the rule already' }];
  });
}
