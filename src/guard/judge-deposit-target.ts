import type { Deposit } from '../core/deposits/deposit.ts';
import type { Chain } from '../core/swap/chains.ts';
import type { Job } from '../core/swap/job.ts';
import type { Finding, Judgement } from '../ports/guard.ts';
import { addressFindings, amountFindings, memoFindings } from './deposit-findings.ts';
import { findingsOf, type RuleFinding, reject } from './rule.ts';

/** D01 to D03, as far as they apply without bytes. */
const rules = ['D01', 'D02', 'D03'] as const;

/** Judges the deposit target that a person is shown. */
export function judgeDepositTarget(deposit: Deposit, job: Job, chain: Chain): Judgement {
  const byRule: Record<(typeof rules)[number], readonly RuleFinding[]> = {
    D01: [
      ...findingsOf(
        job.flow !== 'deposit-by-hand' &&
          reject('the job is no manual deposit', { flow: job.flow }),
      ),
      ...addressFindings(deposit, job, chain),
    ],
    D02: amountFindings(deposit, job),
    D03: memoFindings(deposit, job, chain),
  };
  const findings: Finding[] = rules.flatMap((rule) =>
    byRule[rule].map((finding) => ({ rule, ...finding })),
  );
  return findings.length === 0 ? { kind: 'allow', rules } : { kind: 'reject', rules, findings };
}
