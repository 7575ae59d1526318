import type { VerdictTrace } from '../core/approvals/verdict-trace.ts';
import type { PaymentVotes } from '../executor/vote-on-payment.ts';
import type { Approval } from '../ports/stores/approval-store.ts';
import type { SwapEvent } from '../ports/swap-event.ts';
import { iso } from './iso.ts';

export function approvalJson(approval: Approval) {
  const { id, swap, item, rule, message, known, requesters, state } = approval;
  const { admission, decided, createdAt, expiresAt } = approval;
  return {
    id,
    swap: {
      id: swap.id,
      wallet: swap.wallet.name,
      fromChain: swap.from.chain,
      toChain: swap.to.chain,
    },
    ...{ item, rule, message, known, requesters, state },
    ...(admission ? { admission: admissionJson(admission) } : {}),
    ...(decided ? { decided: { ...decided, at: iso(decided.at) } } : {}),
    createdAt: iso(createdAt),
    expiresAt: iso(expiresAt),
  };
}

function admissionJson({ scope, until, inForce, revoked }: NonNullable<Approval['admission']>) {
  return {
    scope,
    ...(until === undefined ? {} : { until: iso(until) }),
    inForce,
    ...(revoked ? { revoked: { ...revoked, at: iso(revoked.at) } } : {}),
  };
}

export function votesJson(found: PaymentVotes) {
  const { envelope, needed, of, votes, relyingParty, passkeys, challenges } = found;
  const approving = votes.filter(
    ({ decision, approver }) => decision === 'approve' && of.includes(approver),
  );
  return {
    ...{ envelope, needed, of },
    missing: Math.max(0, needed - approving.length),
    votes: votes.map(({ at, ...vote }) => ({ ...vote, at: iso(at) })),
    signing: { relyingParty, passkeys, challenges },
  };
}

/** The guard's verdicts of a swap's transactions, the oldest first: its events have them. */
export function verdictsJson(events: readonly SwapEvent[]) {
  return events.flatMap(({ seq, at, type, data }) => {
    const { guard, step, chain, txId } = data as EventData;
    if (!guard) return [];
    const { verdict, intent, policy, rules, witnesses } = guard;
    const { findings = [], moreFindings, admittedBy = [] } = guard;
    return [
      {
        ...{ seq, at: iso(at), event: type },
        ...(step === undefined ? {} : { step }),
        ...(chain === undefined ? {} : { chain }),
        ...(txId === undefined ? {} : { txId }),
        ...{ verdict, intent, policy, rules },
        ...(witnesses === undefined ? {} : { simulatedBy: witnesses }),
        findings: findings.map((one) => ({
          rule: one.rule,
          severity: one.severity,
          message: one.message,
          facts: one.facts,
        })),
        ...(moreFindings === undefined ? {} : { moreFindings }),
        admittedBy,
      },
    ];
  });
}

interface EventData {
  guard?: VerdictTrace;
  step?: string;
  chain?: string;
  txId?: string;
}
