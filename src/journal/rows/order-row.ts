import type { Echo } from '../../core/echo.ts';
import type { OrderId } from '../../core/ids.ts';
import type { Order } from '../../core/swap.ts';
import { type StoredTransaction, transactionFromStored } from './stored-transaction.ts';

export interface OrderRow {
  id: OrderId;
  quote_id: string;
  provider: string;
  swap_type: string;
  spender: string | null;
  min_out: bigint;
  quoted_min_out: bigint;
  expected_out: bigint;
  expected_duration: bigint | null;
  declared_fee: bigint;
  destination_anchor: bigint;
  quoted_at: number;
  requested_at: number | null;
  transaction: StoredTransaction | null;
  exchange_id: string | null;
  deposit_address: string | null;
  deposit_memo: string | null;
  deposit_amount: bigint | null;
  deposit_anchor: bigint | null;
  deposit_seen_until: number | null;
  echo: Echo | null;
  sign_by: number | null;
  good_until: number | null;
  open: boolean;
}

/** Select list of an `OrderRow` from `orders o`. */
export const orderColumns = `o.id, o.quote_id, o.provider, o.swap_type, o.spender, o.min_out, o.quoted_min_out,
  o.expected_out, o.expected_duration, o.declared_fee, o.destination_anchor, o.quoted_at, o.requested_at, o.transaction, o.echo, o.sign_by,
  o.good_until, o.open, o.exchange_id, o.deposit_address, o.deposit_memo, o.deposit_amount,
  o.deposit_anchor, o.deposit_seen_until`;

export function orderFromRow(row: OrderRow): Order {
  return {
    id: row.id,
    quoteId: row.quote_id,
    provider: row.provider,
    swapType: row.swap_type,
    ...(row.spender === null ? {} : { spender: row.spender }),
    minOut: row.min_out,
    quotedMinOut: row.quoted_min_out,
    expectedOut: row.expected_out,
    ...(row.expected_duration === null ? {} : { expectedDuration: Number(row.expected_duration) }),
    declaredFee: row.declared_fee,
    destinationAnchor: row.destination_anchor,
    quotedAt: row.quoted_at,
    ...(row.requested_at === null ? {} : { requestedAt: row.requested_at }),
    ...(row.transaction === null ? {} : { transaction: transactionFromStored(row.transaction) }),
    ...depositFromRow(row),
    ...(row.echo === null ? {} : { echo: row.echo }),
    ...(row.sign_by === null ? {} : { signBy: row.sign_by }),
    ...(row.good_until === null ? {} : { goodUntil: row.good_until }),
    open: row.open,
  };
}

function depositFromRow(row: OrderRow): Pick<Order, 'deposit' | 'depositAnchor' | 'depositSeenUntil'> {
  const { exchange_id: exchangeId, deposit_address: address, deposit_memo: memo, deposit_amount: amount } = row;
  if (exchangeId === null || address === null || amount === null) return {};
  return {
    deposit: { address, amount, ...(memo === null ? {} : { memo }), exchangeId },
    ...(row.deposit_anchor === null ? {} : { depositAnchor: row.deposit_anchor }),
    ...(row.deposit_seen_until === null ? {} : { depositSeenUntil: row.deposit_seen_until }),
  };
}
