import type { Deposit } from '../core/deposits/deposit.ts';
import type { Chain } from '../core/swap/chains.ts';
import type { Job } from '../core/swap/job.ts';
import type { Finding, Verdict } from '../ports/guard.ts';
import { amountFindings, memoFindings, placeFindings } from './deposit-findings.ts';
import { findingsOf, type RuleFinding, reject } from './rule.ts';

/** D01 to D03 as far as there are no bytes to look at. */
const rules = ['D01', 'D02', 'D03'] as const;

/** Judges where somebody is told to pay by hand. */
export function judgeShown(deposit: Deposit, job: Job, chain: Chain): Verdict {
  const told: Record<(typeof rules)[number], readonly RuleFinding[]> = {
    D01: [
      ...findingsOf(
        job.flow !== 'deposit-by-hand' &&
          reject('the job is not one that is paid by hand', { flow: job.flow }),
      ),
      ...placeFindings(deposit, job, chain),
    ],
    D02: amountFindings(deposit, job),
    D03: memoFindings(deposit, job, chain),
  };
  const findings: Finding[] = rules.flatMap((rule) =>
    told[rule].map((finding) => ({ rule, ...finding })),
  );
  return findings.length === 0 ? { kind: 'allow', rules } : { kind: 'reject', rules, findings };
}
