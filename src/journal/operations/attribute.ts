import { assertNever } from '../../core/assert-never.ts';
import type { SwapId } from '../../core/ids.ts';
import {
  type AttributionRequest,
  attributeOtherToken,
  attributeRefund,
  attributeReported,
  attributeUnreported,
  type PayoutCandidate,
  type SettlementFinding,
} from '../../core/settlement.ts';
import type { SqlSession } from '../sql-client.ts';
import { claimedLegs } from './claimed-legs.ts';
import { ownTransactions } from './is-own-transaction.ts';
import { observedAt } from './observed-transfers.ts';
import { othersTransactions } from './others-transactions.ts';
import { refundRivals } from './refund-rivals.ts';
import { rivals } from './rivals.ts';

/**
 * Judges whose the observed transfers are. Everything that could own them is read here, which is after them: a payment
 * is committed before it is sent, an address before it is shown, and what they bring comes later. So the rows that are
 * read now hold every owner, however long the chain took to answer, and what is committed later owns none of it.
 */
export async function attribute(
  session: SqlSession,
  id: SwapId,
  request: AttributionRequest,
): Promise<SettlementFinding> {
  const finding = await judge(session, id, request);
  return finding.kind === 'found' || finding.kind === 'paid_in_other_token' ? { ...finding, basis: request } : finding;
}

async function judge(session: SqlSession, id: SwapId, request: AttributionRequest): Promise<SettlementFinding> {
  const candidates = await withFacts(session, await withoutOurs(session, id, request));
  switch (request.rule) {
    case 'reported':
      return attributeReported(candidates, request.claimant, await rivals(session, id, false));
    case 'unreported':
      return attributeUnreported(candidates, request.claimant, await rivals(session, id, false));
    case 'other_token':
      return attributeOtherToken(candidates, request.claimant, await rivals(session, id, true));
    case 'refund':
      return attributeRefund(candidates, request.paid, await refundRivals(session, id));
    default:
      return assertNever(request, 'attribution');
  }
}

/** A payout may come by a claim of the swap itself; a refund or another token that a provider sends never comes by a transaction of ours. */
async function withoutOurs(
  session: SqlSession,
  id: SwapId,
  { rule, candidates }: AttributionRequest,
): Promise<PayoutCandidate[]> {
  const [first] = candidates;
  if (!first) return [];
  const txIds = [...new Set(candidates.map(({ txId }) => txId))];
  const mayBeClaim = rule === 'reported' || rule === 'unreported';
  const ours = new Set(
    mayBeClaim
      ? await othersTransactions(session, id, first.chain, txIds)
      : await ownTransactions(session, first.chain, txIds),
  );
  return candidates.filter(({ txId }) => !ours.has(txId));
}

/** Adds to each transfer which swap has it, and since when it is known to be there. */
async function withFacts(session: SqlSession, candidates: readonly PayoutCandidate[]): Promise<PayoutCandidate[]> {
  const claimed = await claimedLegs(session, candidates);
  const observed = await observedAt(session, candidates);
  return candidates.map((candidate) => {
    const is = ({ chain, txId, index }: Pick<PayoutCandidate, 'chain' | 'txId' | 'index'>): boolean =>
      chain === candidate.chain && txId === candidate.txId && index === candidate.index;
    const claimedBy = claimed.find(is)?.bySwap;
    const at = observed.find(is)?.at;
    return {
      ...candidate,
      ...(claimedBy === undefined ? {} : { claimedBy }),
      ...(at === undefined ? {} : { observedAt: at }),
    };
  });
}
