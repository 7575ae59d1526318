import type { DepositPayment } from '../../core/deposit.ts';
import { isDust } from '../../core/judge-deposit-payments.ts';
import type { Order } from '../../core/swap.ts';
import { type DepositPaymentRow, depositPaymentColumns, depositPaymentFromRow } from '../rows/deposit-payment-row.ts';
import type { SqlSession } from '../sql-client.ts';

/** What has come to where the order wants its deposit, on its chain as it is known; nobody's dust left out. */
export async function readPayments(
  session: SqlSession,
  { id, deposit }: Pick<Order, 'id' | 'deposit'>,
): Promise<DepositPayment[]> {
  const rows = await session.query<DepositPaymentRow>(
    `select ${depositPaymentColumns} from deposit_payments p where p.order_id = $1 and p.on_chain
     order by p.block_number, p.index`,
    [id],
  );
  return rows.map(depositPaymentFromRow).filter((payment) => deposit && !isDust(payment, deposit));
}
