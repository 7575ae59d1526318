import type { DepositPayment } from '../../core/deposits/deposit.ts';

export interface DepositPaymentRow {
  tx_id: string;
  index: number;
  amount: bigint;
  memo: string | null;
  payer: string | null;
  block_number: bigint;
  block_hash: string;
  at: number;
  final: boolean;
}

/** Select list of a `DepositPaymentRow` from `deposit_payments p`. */
export const depositPaymentColumns =
  'p.tx_id, p.index, p.amount, p.memo, p.payer, p.block_number, p.block_hash, p.at, p.final';

export function depositPaymentFromRow(row: DepositPaymentRow): DepositPayment {
  return {
    txId: row.tx_id,
    index: row.index,
    amount: row.amount,
    ...(row.memo === null ? {} : { memo: row.memo }),
    ...(row.payer === null ? {} : { payer: row.payer }),
    block: { number: row.block_number, hash: row.block_hash },
    final: row.final,
    at: row.at,
  };
}

/** A row in JSON: amounts and heights are decimal strings. */
export type StoredDepositPayment = Omit<DepositPaymentRow, 'amount' | 'block_number'> & {
  amount: string;
  block_number: string;
};

/**
 * SQL: the `StoredDepositPayment`s of an order that are on the chain, the earliest first, as one
 * value; null if there are none.
 */
export function selectDepositPayments(orderId: string): string {
  return `select json_agg(json_build_object('tx_id', p.tx_id, 'index', p.index, 'amount', p.amount::text, 'memo', p.memo,
      'payer', p.payer, 'block_number', p.block_number::text, 'block_hash', p.block_hash, 'final', p.final,
      'at', (extract(epoch from p.at) * 1000)::bigint) order by p.block_number, p.index)
    from deposit_payments p where p.order_id = ${orderId} and p.on_chain`;
}

export function depositPaymentFromStored({
  amount,
  block_number: height,
  ...same
}: StoredDepositPayment): DepositPayment {
  return depositPaymentFromRow({ ...same, amount: BigInt(amount), block_number: BigInt(height) });
}
