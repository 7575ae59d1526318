import { isSameName } from '../../core/approvals/is-same-name.ts';
import type { PaymentEnvelope } from '../../core/approvals/payment-envelope.ts';
import type { VerifiedVotes } from '../../core/approvals/vote.ts';
import type { ApprovalStanding } from '../../ports/guard.ts';
import { type ApprovalDemand, type ApprovalTable, matchRow } from '../approvals/approval-table.ts';
import { envelopeOf, isInside, type PaymentToBound } from '../approvals/envelope-of.ts';
import { isNewReceiver } from '../approvals/is-new-receiver.ts';
import { useOfPayment } from '../caps/use-of-payment.ts';
import { usd } from '../price-of.ts';
import { hold, type OrderRule, orderRule, type RuleFinding, reject, requote } from '../rule.ts';

/**
 * G15. The first row of the policy's table that matches the payment allows it, blocks it, or wants
 * approvals: so many different approvers have signed an envelope around the payment with their
 * passkeys, none of them asked for the swap or rejects it, and the time of the envelope is not over.
 * The author of a treasury rule asked for its swaps.
 * Where the row says so, a new receiver has cooled. What replaces a payment under its lease needs no
 * approval of its own. A policy without a table wants none.
 */
export const approvals: OrderRule = orderRule({
  id: 'G15',
  checkOrder(request) {
    const { guardPolicy, job, order, standing, repeats } = request;
    const table = guardPolicy.approvals;
    if (!table || repeats) return [];
    if (!standing) return [reject('nothing is known of the payment’s approvals')];
    const { usdE18 } = useOfPayment(request);
    const isNew = isNewReceiver(job, guardPolicy, standing);
    const matched = { job, provider: order.provider, usdE18, isNewReceiver: isNew };
    const { number, outcome } = matchRow(table, matched);
    const facts = {
      row: `${number} of ${table.rows.length}`,
      worth: usdE18 === undefined ? 'no price' : usd(usdE18),
      newReceiver: isNew ? 'yes' : 'no',
    };
    if (outcome === 'allow') return [];
    if (outcome === 'block') return [reject('the table of approvals blocks the payment', facts)];
    const asked = { swapId: standing.swapId, job, order };
    return demandFindings(asked, { table, demand: outcome, standing, isNew, facts });
  },
});

/** Milliseconds by which the clocks of the processes that judge may differ. */
const maxSkew = 60_000;

interface Demanded {
  table: ApprovalTable;
  demand: ApprovalDemand;
  standing: ApprovalStanding;
  isNew: boolean;
  facts: Record<string, string>;
}

function demandFindings(
  payment: PaymentToBound,
  { table, demand, standing, isNew, facts }: Demanded,
): RuleFinding[] {
  const { now, submittedAt = now } = standing;
  const { approvals: needed, of, expiresAfter, coolFor } = demand;
  const coolsUntil = coolFor !== undefined && isNew ? submittedAt + coolFor : undefined;
  const isSigned = ({ envelope, approvedBy, rejectedBy }: VerifiedVotes): boolean =>
    isInside(envelope, payment) &&
    now < envelope.expiresAt &&
    // Nobody can sign for longer than the policy says.
    envelope.expiresAt <= now + expiresAfter + maxSkew &&
    // An envelope that names no end of the cooling, or an early one, is not the row's.
    (coolsUntil === undefined || (envelope.notBefore ?? 0) >= coolsUntil) &&
    !rejectedBy.some((name) => of.includes(name)) &&
    new Set(approvedBy.filter((name) => of.includes(name) && !asked(name))).size >= needed;
  const asked = (name: string): boolean =>
    isSameName(name, payment.job.rule?.author) || isRequester(table, name, standing);
  const signed = standing.votes.filter(isSigned).map(({ envelope }) => envelope);
  if (signed.some((envelope) => now >= (envelope.notBefore ?? 0))) return [];
  const [cooling] = signed;
  if (cooling) return [requote('the receiver is new: its cooling period is not over', facts)];
  const envelope: PaymentEnvelope = envelopeOf(payment, {
    ...(coolsUntil === undefined ? {} : { notBefore: coolsUntil }),
    expiresAt: now + expiresAfter,
  });
  const item = { kind: 'payment', envelope, approvals: needed, of } as const;
  return [hold(item, `the payment needs ${needed} of ${of.length} approvals`, facts)];
}

function isRequester(
  { approvers }: ApprovalTable,
  name: string,
  { requesters }: ApprovalStanding,
): boolean {
  const key = approvers.find((one) => one.name === name)?.apiKey;
  return key !== undefined && requesters.includes(`API key ${key}`);
}
