import { assertNever } from '../../core/assert-never.ts';
import {
  type AttributionRequest,
  attributeOtherToken,
  attributeRefund,
  attributeReported,
  attributeUnreported,
  type PayoutCandidate,
  type SettlementFinding,
} from '../../core/settlement/settlement.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type { SqlSession } from '../sql-client.ts';
import { type Owners, readOwners } from './owners.ts';

/**
 * Judges whose the observed transfers are. Everything that could own them is read here, which is
 * after them: a payment is committed before it is sent, an address before it is shown, and what
 * they bring comes later. So the rows that are read now hold every owner, however long the chain
 * took to answer, and what is committed later owns none of it.
 */
export async function attribute(
  session: SqlSession,
  id: SwapId,
  request: AttributionRequest,
): Promise<SettlementFinding> {
  return request.candidates.length === 0
    ? { kind: 'nothing' }
    : judge(request, await readOwners(session, id, request));
}

/** Whose they are, by owners that were read after them. */
export function judge(request: AttributionRequest, owners: Owners): SettlementFinding {
  const finding = judgeBy(request, owners);
  return finding.kind === 'found' || finding.kind === 'paid_in_other_token'
    ? { ...finding, basis: request }
    : finding;
}

function judgeBy(request: AttributionRequest, owners: Owners): SettlementFinding {
  const candidates = request.candidates
    .filter(({ txId }) => !owners.signed.has(txId))
    .map((candidate) => withFacts(candidate, owners));
  switch (request.rule) {
    case 'reported':
      return attributeReported(candidates, request.expectation, owners.competitors);
    case 'unreported':
      return attributeUnreported(candidates, request.expectation, owners.competitors);
    case 'other_token':
      return attributeOtherToken(candidates, request.expectation, owners.competitors);
    case 'refund':
      return attributeRefund(candidates, request.paid, owners.refundCompetitors);
    default:
      return assertNever(request, 'attribution');
  }
}

/** Adds to a transfer which swap has it, and since when it is known to be there. */
function withFacts(candidate: PayoutCandidate, { attributed, observed }: Owners): PayoutCandidate {
  const is = ({ chain, txId, index }: Pick<PayoutCandidate, 'chain' | 'txId' | 'index'>): boolean =>
    chain === candidate.chain && txId === candidate.txId && index === candidate.index;
  const attributedTo = attributed.find(is)?.bySwap;
  const at = observed.find(is)?.at;
  return {
    ...candidate,
    ...(attributedTo === undefined ? {} : { attributedTo }),
    ...(at === undefined ? {} : { observedAt: at }),
  };
}
