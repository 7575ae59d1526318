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
 * Judges to which swap the observed transfers belong. It reads the possible owners after the
 * transfers were observed. A payment is committed before it is sent, and an address before it is
 * shown, so the rows include every owner, and what is committed later owns none of the transfers.
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

/** To which swap the transfers belong; `owners` were read after them. */
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

/** Adds to a transfer the swap that has it, and since when it is known to be on its chain. */
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
