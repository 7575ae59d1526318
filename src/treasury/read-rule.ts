import { jsonPointer } from '../core/text/json-pointer.ts';
import { parseDuration } from '../core/text/parse-duration.ts';
import type { TreasuryRule } from '../core/treasury/rule.ts';
import { distinctFaults } from '../errors/distinct-faults.ts';
import { type Fault, FerrymanError } from '../errors/ferryman-error.ts';
import { capOf } from '../guard/policy/read-caps.ts';
import { type RuleBody, ruleSchema } from './rule-schema.ts';

/** Checks the form of a rule. Throws `INVALID_RULE` with every fault. */
export function readRule(given: unknown): RuleBody {
  const parsed = ruleSchema.safeParse(given, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw invalidRule(
    distinctFaults(
      parsed.error.issues.flatMap((issue): Fault[] => {
        if (issue.code === 'unrecognized_keys')
          return issue.keys.map((key) => ({
            pointer: jsonPointer([...issue.path, key]),
            message: 'is not a member of such a rule',
          }));
        const isMissing = issue.code === 'invalid_type' && issue.input === undefined;
        return [
          {
            pointer: jsonPointer(issue.path),
            message: isMissing ? 'is missing' : issue.message,
          },
        ];
      }),
    ),
  );
}

export function invalidRule(faults: readonly Fault[]): FerrymanError {
  const summary = faults
    .map(({ pointer, message }) => `${pointer || 'the rule'}: ${message}`)
    .join('; ');
  return new FerrymanError('INVALID_RULE', `the rule is malformed: ${summary}`, { faults });
}

/** The rule that a stored body means. */
export function ruleOf(body: RuleBody): TreasuryRule {
  const { id, wallet, schedule, overlap, catchUp, pauseAfterFailures } = body;
  const { providers, flow, note, budgets = [] } = body;
  const common = {
    ...{ id, wallet, schedule, overlap, catchUp, pauseAfterFailures },
    budgets: budgets.map(capOf),
    ...(providers === undefined ? {} : { providers: withoutAbsent(providers) }),
    ...(flow === undefined ? {} : { flow }),
    ...(note === undefined ? {} : { note }),
  };
  switch (body.kind) {
    case 'recurring': {
      const { kind, from, to, receiver, amount, usd = '0', slippageBps = 0, minOut } = body;
      const size =
        amount === undefined
          ? ({ kind: 'usd', usd } as const)
          : ({ kind: 'amount', amount } as const);
      const bound = minOut === undefined ? { slippageBps } : { minOut };
      return { ...common, kind, from, to, receiver, size, bound };
    }
    case 'target': {
      const { kind, bandBps, tradeTo, minimumTradeUsd, maximumCostBps, cooldown } = body;
      const assets = body.assets.map(({ chain, token, shareBps, amount = '0' }) =>
        shareBps === undefined
          ? ({ chain, token, kind: 'amount', amount } as const)
          : ({ chain, token, kind: 'share', shareBps } as const),
      );
      return {
        ...common,
        ...{ kind, assets, bandBps, tradeTo, minimumTradeUsd, maximumCostBps },
        cooldown: parseDuration(cooldown) ?? 0,
      };
    }
    case 'sweep': {
      const { kind, from, to, receiver, reserve, minimum, slippageBps } = body;
      return { ...common, kind, from, to, receiver, reserve, minimum, bound: { slippageBps } };
    }
    case 'top-up': {
      const { kind, from, chain, receiver, below, upTo, highestPriceUsd, slippageBps } = body;
      const marks = { below, upTo, highestPriceUsd };
      return { ...common, kind, from, chain, receiver, ...marks, bound: { slippageBps } };
    }
    case 'payroll': {
      const { kind, from, to, payments, slippageBps } = body;
      return { ...common, kind, from, to, payments, bound: { slippageBps } };
    }
  }
}

function withoutAbsent(providers: NonNullable<RuleBody['providers']>) {
  const { allow, deny } = providers;
  return { ...(allow ? { allow } : {}), ...(deny ? { deny } : {}) };
}
