import { traceOf } from '../../core/approvals/verdict-trace.ts';
import type { Observation } from '../../core/decide/decision.ts';
import type { ErrorCode } from '../../errors/codes.ts';
import type { SimulatedChanges } from '../../ports/chain-adapter.ts';
import type { Intent, Verdict } from '../../ports/guard.ts';
import type { ExecutorContext } from '../context.ts';
import { heldItems } from './held-items.ts';

/** The guard has findings: nothing is signed. */
export type Judged = Extract<Observation, { kind: 'judged' }>;

/** Logs the guard's findings, and hands them to `decide`. */
export function reportFindings(
  { logger }: Pick<ExecutorContext, 'logger'>,
  intent: Intent['kind'],
  judged: {
    verdict: Exclude<Verdict, { kind: 'allow' }>;
    simulation?: SimulatedChanges;
    admittedBy?: readonly string[];
  },
): Judged {
  const { verdict, simulation, admittedBy } = judged;
  const message = verdict.findings
    .map((finding) => `${finding.rule}: ${finding.message}`)
    .join('; ');
  logger.warn(
    { intent, verdict: verdict.kind, findings: verdict.findings },
    'guard refused the transaction',
  );
  return {
    kind: 'judged',
    verdict: verdict.kind,
    reason: { code: codeOf(verdict), message },
    trace: traceOf(intent, verdict, admittedBy),
    ...(verdict.kind === 'hold' ? { held: heldItems(verdict, simulation) } : {}),
  };
}

/**
 * `GUARD_REJECTED` means a transaction that the job did not ask for: not high fees, not a moved
 * market.
 */
function codeOf(verdict: Exclude<Verdict, { kind: 'allow' }>): ErrorCode {
  const decisive = verdict.findings.filter(({ severity }) => severity === verdict.kind);
  if (decisive.every(({ about }) => about === 'fee')) return 'FEE_TOO_HIGH';
  if (verdict.kind === 'reject') return 'GUARD_REJECTED';
  if (verdict.kind === 'hold') return 'APPROVAL_NEEDED';
  return decisive.every(({ about }) => about === 'price')
    ? 'ORDER_BELOW_FLOOR'
    : 'ORDER_NOT_ACCEPTABLE';
}
