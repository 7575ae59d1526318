import type { AttributionRequest } from '../../core/settlement/settlement.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type { ClaimedLeg, CompetingRefund, Rival } from '../../ports/stores/attribution-store.ts';
import { onlyRow } from '../only-row.ts';
import { jsonRows } from '../rows/json-rows.ts';
import type { SqlParameter, SqlSession } from '../sql-client.ts';
import { placeRows, selectClaimedLegs } from './claimed-legs.ts';
import { selectOwnTransactions } from './is-own-transaction.ts';
import { type ObservedTransfer, selectObserved } from './observed-transfers.ts';
import { selectOthersTransactions } from './others-transactions.ts';
import { type RefundRivalsRow, refundRivalColumns, refundRivalsFromRow } from './refund-rivals.ts';
import { type RivalsRow, rivalColumns, rivalsFromRow } from './rivals.ts';

/** What could own the transfers of an attribution, at one moment. */
export interface Owners {
  /** Transactions that can not have brought what is looked for, because they were signed here. */
  signed: ReadonlySet<string>;
  claimed: readonly ClaimedLeg[];
  observed: readonly ObservedTransfer[];
  /** None for a refund. */
  rivals: readonly Rival[];
  /** None but for a refund. */
  refundRivals: readonly CompetingRefund[];
}

export interface OwnersRow extends Partial<RivalsRow>, Partial<RefundRivalsRow> {
  signed: readonly { txId: string }[];
  claimed: readonly ClaimedLeg[];
  observed: readonly ObservedTransfer[];
}

/** In one statement. */
export async function readOwners(session: SqlSession, id: SwapId, request: AttributionRequest): Promise<Owners> {
  const text = `select ${ownerColumns(request.rule, '$1', ['$2', '$3', '$4'])}`;
  return ownersFromRow(onlyRow(await session.query<OwnersRow>(text, [id, ...ownerParameters(request)])));
}

/**
 * Select list of an `OwnersRow`. A payout may come by a claim of the swap itself; a refund or another token that a provider sends never
 * comes by a transaction of ours.
 * @param id, given SQL expressions: of the swap, and of the `ownerParameters`
 */
export function ownerColumns(
  rule: AttributionRequest['rule'],
  id: string,
  [chain, txIds, places]: readonly [string, string, string],
): string {
  const mayBeClaim = rule === 'reported' || rule === 'unreported';
  const signed = mayBeClaim ? selectOthersTransactions(id, chain, txIds) : selectOwnTransactions(chain, txIds);
  const rivals = rule === 'refund' ? refundRivalColumns(id) : rivalColumns(id, `${rule === 'other_token'}`);
  return `${jsonRows(signed)} as signed, ${jsonRows(selectClaimedLegs(places))} as claimed,
    ${jsonRows(selectObserved(places))} as observed, ${rivals}`;
}

/** Candidates are all of one chain. */
export function ownerParameters({ candidates }: AttributionRequest): SqlParameter[] {
  const txIds = [...new Set(candidates.map(({ txId }) => txId))];
  return [candidates[0]?.chain ?? '', JSON.stringify(txIds), placeRows(candidates)];
}

export function ownersFromRow(row: OwnersRow): Owners {
  const { rivals = [], lost_rivals = [], rivals_by_refund = [], lost_rivals_by_refund = [] } = row;
  const { refund_rivals = [], lost_refund_rivals = [] } = row;
  return {
    signed: new Set(row.signed.map(({ txId }) => txId)),
    claimed: row.claimed,
    observed: row.observed,
    rivals: rivalsFromRow({ rivals, lost_rivals, rivals_by_refund, lost_rivals_by_refund }),
    refundRivals: refundRivalsFromRow({ refund_rivals, lost_refund_rivals }),
  };
}
