import type { Echo } from '../../core/swap/echo.ts';
import type { OrderId } from '../../core/swap/ids.ts';
import type { RouterSignals } from '../../core/swap/router-signals.ts';
import type { Order } from '../../core/swap/swap.ts';
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
  signals: RouterSignals | null;
  sign_by: number | null;
  good_until: number | null;
  open: boolean;
}

/** The order in a row with other columns; null in all its columns if there is none. */
export type OpenOrderRow = { [Name in keyof OrderRow as `order_${Name}`]: OrderRow[Name] | null };

const names = [
  'id',
  'quote_id',
  'provider',
  'swap_type',
  'spender',
  'min_out',
  'quoted_min_out',
  'expected_out',
  'expected_duration',
  'declared_fee',
  'destination_anchor',
  'quoted_at',
  'requested_at',
  'transaction',
  'exchange_id',
  'deposit_address',
  'deposit_memo',
  'deposit_amount',
  'deposit_anchor',
  'deposit_seen_until',
  'echo',
  'signals',
  'sign_by',
  'good_until',
  'open',
] as const satisfies readonly (keyof OrderRow)[];

/** Select list of an `OrderRow` from `orders o`. */
export const orderColumns = names.map((name) => `o.${name}`).join(', ');

/** Select list of an `OpenOrderRow` from `orders o`. */
export const openOrderColumns = names.map((name) => `o.${name} as order_${name}`).join(', ');

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
    ...(row.signals === null ? {} : { signals: row.signals }),
    ...(row.sign_by === null ? {} : { signBy: row.sign_by }),
    ...(row.good_until === null ? {} : { goodUntil: row.good_until }),
    open: row.open,
  };
}

export function openOrderFromRow(row: OpenOrderRow): Order | undefined {
  if (row.order_id === null) return undefined;
  const order = Object.fromEntries(names.map((name) => [name, row[`order_${name}`]]));
  return orderFromRow(order as unknown as OrderRow);
}

function depositFromRow(
  row: OrderRow,
): Pick<Order, 'deposit' | 'depositAnchor' | 'depositSeenUntil'> {
  const {
    exchange_id: exchangeId,
    deposit_address: address,
    deposit_memo: memo,
    deposit_amount: amount,
  } = row;
  if (exchangeId === null || address === null || amount === null) return {};
  return {
    deposit: { address, amount, ...(memo === null ? {} : { memo }), exchangeId },
    ...(row.deposit_anchor === null ? {} : { depositAnchor: row.deposit_anchor }),
    ...(row.deposit_seen_until === null ? {} : { depositSeenUntil: row.deposit_seen_until }),
  };
}
