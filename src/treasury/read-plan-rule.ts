import { dueOf, lateAfter } from '../core/treasury/due.ts';
import {
  type Holding,
  holdingName,
  type Landing,
  type PlanRule,
  type PlanToken,
} from '../core/treasury/plan.ts';
import {
  coinOfChain,
  type RuleAsset,
  readAssets,
  type TreasuryRule,
} from '../core/treasury/rule.ts';
import { toFerrymanError } from '../errors/ferryman-error.ts';
import type { PreviewStore } from '../ports/stores/preview-store.ts';
import type { StoredRule } from '../ports/stores/treasury-store.ts';
import { firstAccount, type HeldAsset, heldAssetOf, walletsOf } from './held-asset.ts';
import { readAsset, readPriced } from './read-asset.ts';
import { ruleOf } from './read-rule.ts';
import { readBudgets } from './read-standing.ts';
import type { RuleBody } from './rule-schema.ts';
import { stopOf } from './rule-stop.ts';
import { createSchedule, dueInstants } from './schedule.ts';
import { isRuleSealed, unsealed } from './seals.ts';
import type { TreasuryContext } from './treasury-context.ts';

/** No plan takes more instants of one rule. */
const maxInstants = 600;

type Needs = Pick<
  TreasuryContext,
  'journal' | 'chains' | 'walletList' | 'tokens' | 'policy' | 'prices' | 'guard' | 'sealer'
> & {
  /** The stops that last until a person ends them. */
  stops: Pick<PreviewStore, 'findStop'>;
};

interface PlanTime {
  now: number;
  until: number;
  /** When the open occurrence of the rule was due. */
  open: number | undefined;
}

/** Reads for the rules of one plan. Each holding and each price is read once. */
export function createPlanReader(context: Needs) {
  const holdings = new Map<string, Promise<Holding>>();
  const tokens = new Map<string, Promise<PlanToken>>();

  function holdingAt(heldAsset: HeldAsset): Promise<Holding> {
    const { address: account, wallet } = firstAccount(heldAsset);
    const name = holdingName({ chain: heldAsset.chain, token: heldAsset.token.address, account });
    return once(holdings, name, async () => ({
      ...(await readAsset(context, heldAsset)),
      ...(wallet ? { wallet: wallet.name } : {}),
    }));
  }

  async function landingAt(rule: TreasuryRule, to: RuleAsset, receiver: string): Promise<Landing> {
    const heldAsset = await heldAssetOf(context, rule, to, receiver);
    const { address: account, wallet } = firstAccount(heldAsset);
    const isRead = holdings.has(
      holdingName({ chain: heldAsset.chain, token: heldAsset.token.address, account }),
    );
    // The balances of others are not ours to plan, unless a rule keeps them up.
    const token =
      wallet || isRead
        ? await holdingAt(heldAsset)
        : await once(tokens, `${heldAsset.chain} ${heldAsset.token.address}`, () =>
            readPriced(context, heldAsset),
          );
    return { to, receiver, token, account };
  }

  async function read(stored: StoredRule, { now, until, open }: PlanTime): Promise<PlanRule> {
    const rule = ruleOf(stored.body as RuleBody);
    const { paused, lastActedAt, version } = stored;
    const planned: PlanRule = {
      ...{ rule, version, reads: [], landings: [], budgets: [], blackouts: new Map() },
      ...instantsOf(rule, stored, { now, until }),
      ...(open === undefined ? {} : { open: new Date(open).toISOString() }),
      facts: {
        ...(paused ? { paused } : {}),
        ...(lastActedAt === undefined ? {} : { lastActedAt }),
      },
    };
    if (!(await isRuleSealed(context.sealer, stored)))
      return { ...planned, refusal: unsealed.reason };
    // Nothing is read for what does nothing.
    if (paused) return planned;
    try {
      const heldAssets = await Promise.all(
        readAssets(rule).map(({ asset, receiver }) => heldAssetOf(context, rule, asset, receiver)),
      );
      const stopped = await stopOf(context.stops, rule, heldAssets);
      if (stopped !== undefined) return { ...planned, facts: { ...planned.facts, stopped } };
      const [read, budgets] = await Promise.all([
        Promise.all(heldAssets.map(holdingAt)),
        readBudgets(context, rule),
      ]);
      const landings = await Promise.all(
        landingsOf(rule, read).map(({ to, receiver }) => landingAt(rule, to, receiver)),
      );
      const blackouts = blackoutsOf(context, rule, heldAssets, [now, ...planned.instants]);
      return { ...planned, reads: read.map(holdingName), landings, budgets, blackouts };
    } catch (cause) {
      const { code, message } = toFerrymanError(cause);
      return { ...planned, fault: { code, message } };
    }
  }

  return {
    read,
    /** All that was read, in the order of the first reading. */
    async holdings(): Promise<Holding[]> {
      const all = await Promise.allSettled(holdings.values());
      return all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    },
  };
}

/** By instant: why a blackout keeps the rule from acting then. */
function blackoutsOf(
  { guard }: Pick<Needs, 'guard'>,
  { id: rule }: TreasuryRule,
  heldAssets: readonly HeldAsset[],
  instants: readonly number[],
): ReadonlyMap<number, string> {
  const subjects = walletsOf(heldAssets).map(({ chain, wallet }) => ({
    ...{ wallet: wallet.name, chain, rule },
  }));
  const found = new Map<number, string>();
  for (const at of instants)
    for (const subject of subjects) {
      const blackout = guard.blackoutOf(subject, at);
      if (blackout) found.set(at, blackout.message);
    }
  return found;
}

/** The instant that is due as the worker would see it, and those that come. */
function instantsOf(
  { schedule: given }: TreasuryRule,
  { consideredUntil }: StoredRule,
  { now, until }: Omit<PlanTime, 'open'>,
): Pick<PlanRule, 'due' | 'instants'> {
  const schedule = createSchedule(given);
  // What is older is not done any more.
  const after = Math.max(consideredUntil, now - lateAfter - 1);
  const { now: due } = dueOf(dueInstants(schedule, { after, until: now }), now, lateAfter);
  const instants = dueInstants(schedule, {
    ...{ after: Math.max(consideredUntil, now), until },
    limit: maxInstants,
  });
  return { instants, ...(due === undefined ? {} : { due }) };
}

/** What the jobs of a rule pay into, as they name it. */
function landingsOf(
  rule: TreasuryRule,
  read: readonly Holding[],
): Pick<Landing, 'to' | 'receiver'>[] {
  switch (rule.kind) {
    case 'recurring':
    case 'sweep':
      return [{ to: rule.to, receiver: rule.receiver }];
    case 'top-up':
      return [{ to: coinOfChain(rule), receiver: rule.receiver }];
    case 'payroll':
      return rule.payments.map(({ receiver }) => ({ to: rule.to, receiver }));
    case 'target':
      return read.map(({ chain, token, account }) => ({ to: { chain, token }, receiver: account }));
  }
}

function once<Value>(
  known: Map<string, Promise<Value>>,
  name: string,
  read: () => Promise<Value>,
): Promise<Value> {
  const found = known.get(name);
  if (found) return found;
  const reading = read();
  known.set(name, reading);
  return reading;
}
