import type { DepositPayment } from '../../core/deposit.ts';

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
