import type { AttributionRequest } from '../../core/settlement/settlement.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type {
  AttributedLeg,
  CompetingRefund,
  CompetingSwap,
} from '../../ports/stores/attribution-store.ts';
import { onlyRow } from '../only-row.ts';
import { jsonRows } from '../rows/json-rows.ts';
import type { SqlParameter, SqlSession } from '../sql-client.ts';
import { legKeyRows, selectAttributedLegs } from './attributed-legs.ts';
import { type CompetitorsRow, competitorColumns, competitorsFromRow } from './competitors.ts';
import { selectOwnTransactions } from './is-own-transaction.ts';
import { type ObservedTransfer, selectObserved } from './observed-transfers.ts';
import { selectOthersTransactions } from './others-transactions.ts';
import {
  type RefundCompetitorsRow,
  refundCompetitorColumns,
  refundCompetitorsFromRow,
} from './refund-competitors.ts';

/** What could own the transfers of an attribution, at one moment. */
export interface Owners {
  /** Transactions that were signed here, and so cannot be the payout or refund in question. */
  signed: ReadonlySet<string>;
  attributed: readonly AttributedLeg[];
  observed: readonly ObservedTransfer[];
  /** Empty for a refund. */
  competitors: readonly CompetingSwap[];
  /** Empty unless for a refund. */
  refundCompetitors: readonly CompetingRefund[];
}

export interface OwnersRow extends Partial<CompetitorsRow>, Partial<RefundCompetitorsRow> {
  signed: readonly { txId: string }[];
  attributed: readonly AttributedLeg[];
  observed: readonly ObservedTransfer[];
}

/** In one statement. */
export async function readOwners(
  session: SqlSession,
  id: SwapId,
  request: AttributionRequest,
): Promise<Owners> {
  const text = `select ${ownerColumns(request.rule, '$1', ['$2', '$3', '$4'])}`;
  return ownersFromRow(
    onlyRow(await session.query<OwnersRow>(text, [id, ...ownerParameters(request)])),
  );
}

/**
 * Select list of an `OwnersRow`. A claim that Ferryman signed for the swap may deliver its payout.
 * A refund or another token that a provider sends never comes in a transaction of ours.
 * @param id SQL expression for the swap's id; the third parameter has those of `ownerParameters`
 */
export function ownerColumns(
  rule: AttributionRequest['rule'],
  id: string,
  [chain, txIds, keys]: readonly [string, string, string],
): string {
  const mayBeClaim = rule === 'reported' || rule === 'unreported';
  const signed = mayBeClaim
    ? selectOthersTransactions(id, chain, txIds)
    : selectOwnTransactions(chain, txIds);
  const competitors =
    rule === 'refund'
      ? refundCompetitorColumns(id)
      : competitorColumns(id, `${rule === 'other_token'}`);
  return `${jsonRows(signed)} as signed, ${jsonRows(selectAttributedLegs(keys))} as attributed,
    ${jsonRows(selectObserved(keys))} as observed, ${competitors}`;
}

/** All candidates are on one chain. */
export function ownerParameters({ candidates }: AttributionRequest): SqlParameter[] {
  const txIds = [...new Set(candidates.map(({ txId }) => txId))];
  return [candidates[0]?.chain ?? '', JSON.stringify(txIds), legKeyRows(candidates)];
}

export function ownersFromRow(row: OwnersRow): Owners {
  const {
    competitors = [],
    lost_competitors = [],
    competitors_by_refund = [],
    lost_competitors_by_refund = [],
  } = row;
  const { refund_competitors = [], lost_refund_competitors = [] } = row;
  return {
    signed: new Set(row.signed.map(({ txId }) => txId)),
    attributed: row.attributed,
    observed: row.observed,
    competitors: competitorsFromRow({
      competitors,
      lost_competitors,
      competitors_by_refund,
      lost_competitors_by_refund,
    }),
    refundCompetitors: refundCompetitorsFromRow({ refund_competitors, lost_refund_competitors }),
  };
}
