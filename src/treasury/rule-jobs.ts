import { assertNever } from '../core/assert-never.ts';
import { coinOfChain, type TreasuryRule } from '../core/treasury/rule.ts';
import type { JobRequest } from '../executor/job-request.ts';

/** A job that a rule may submit, as far as the rule says it, and where its members stand there. */
interface RuleJobForm {
  members: Partial<JobRequest> & Pick<JobRequest, 'wallet' | 'from' | 'to'>;
  /** The rule's pointer of a pointer into the job. `undefined`: another job shows that fault. */
  pointerOf(pointer: string): string | undefined;
}

/** What a rule may do, to check it as jobs are checked. */
export function ruleJobs(rule: TreasuryRule): RuleJobForm[] {
  const { wallet } = rule;
  const same = (pointer: string) => pointer;
  const common = {
    wallet,
    ...(rule.flow === undefined ? {} : { flow: rule.flow }),
    ...(rule.providers === undefined
      ? {}
      : {
          providers: {
            allow: [...(rule.providers.allow ?? [])],
            deny: [...(rule.providers.deny ?? [])],
          },
        }),
  };
  switch (rule.kind) {
    case 'recurring': {
      const { from, to, receiver, size, bound } = rule;
      const amount = size.kind === 'amount' ? { amount: size.amount } : {};
      return [{ members: { ...common, from, to, receiver, ...amount, ...bound }, pointerOf: same }];
    }
    case 'sweep': {
      const { from, to, receiver, bound } = rule;
      return [{ members: { ...common, from, to, receiver, ...bound }, pointerOf: same }];
    }
    case 'top-up': {
      const { from, receiver, bound } = rule;
      const members = { ...common, from, to: coinOfChain(rule), receiver, ...bound };
      const pointerOf = (pointer: string) => (pointer.startsWith('/to/') ? '/chain' : pointer);
      return [{ members, pointerOf }];
    }
    case 'payroll': {
      const { from, to, bound, payments } = rule;
      return payments.map(({ receiver, amount }, index) => ({
        members: { ...common, from, to, receiver, amount, ...bound },
        pointerOf: (pointer) =>
          pointer === '/receiver' || pointer === '/amount'
            ? `/payments/${index}${pointer}`
            : pointer,
      }));
    }
    case 'target':
      return rule.assets.flatMap(({ chain, token }, index) => {
        const other = rule.assets[(index + 1) % rule.assets.length];
        if (!other) return [];
        const to = { chain: other.chain, token: other.token };
        return [
          {
            members: { ...common, from: { chain, token }, to },
            pointerOf: (pointer: string) =>
              pointer.startsWith('/from/')
                ? pointer.replace('/from', `/assets/${index}`)
                : pointer.startsWith('/to/')
                  ? undefined
                  : pointer,
          },
        ];
      });
    default:
      return assertNever(rule, 'kind of a rule');
  }
}
