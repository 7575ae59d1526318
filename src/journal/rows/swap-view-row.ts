import type { Successor } from '../../core/operator/successor.ts';
import { type ProcessRole, swapRoles } from '../../core/swap/roles.ts';
import type { Inclusion } from '../../core/swap/swap.ts';
import type { DepositView } from '../../ports/stores/deposit-store.ts';
import type { SwapView } from '../../ports/stores/swap-store.ts';
import type { SwapEventType } from '../../ports/swap-event.ts';
import { laneViewFromStored, type StoredLaneView } from '../lanes/lane-view.ts';
import {
  depositPaymentFromStored,
  type StoredDepositPayment,
  selectDepositPayments,
} from './deposit-payment-row.ts';
import { stopFromRow } from './stop-row.ts';
import { selectSuccessor } from './successor-row.ts';
import { type SwapRow, swapColumns, swapFromRow } from './swap-row.ts';

export interface SwapViewRow extends SwapRow {
  provider: string | null;
  swap_type: string | null;
  min_out: bigint | null;
  expected_out: bigint | null;
  expected_usd: string | null;
  exchange_id: string | null;
  deposit_address: string | null;
  deposit_memo: string | null;
  deposit_amount: bigint | null;
  sign_by: number | null;
  deposit_payments: StoredDepositPayment[] | null;
  payment_tx_id: string | null;
  payment_status: Inclusion['status'] | null;
  successor: Successor | null;
  due_for: number | null;
  revision: number;
  live_roles: ProcessRole[];
  /** Only if a single swap is read: it counts the swaps before it. */
  lane?: StoredLaneView | null;
}

/** Events that repeat without a change that the swap's view shows. */
const repeatedEvents: readonly SwapEventType[] = ['attempt_sent', 'order_renewed'];

/** Select list of a `SwapViewRow`, for `swaps s` joined with `swapViewJoins`. */
export const swapViewColumns = `${swapColumns}, o.provider, o.swap_type, o.min_out, o.expected_out, o.expected_usd::text,
  o.exchange_id, o.deposit_address, o.deposit_memo, o.deposit_amount, o.sign_by,
  (${selectDepositPayments('o.id')}) as deposit_payments,
  p.tx_id as payment_tx_id, p.status as payment_status,
  (select e.seq from events e where e.swap_id = s.id
     and e.type not in (${repeatedEvents.map((type) => `'${type}'`).join(', ')}) order by e.seq desc limit 1) as revision,
  (${selectSuccessor('s.id')}) as successor,
  (select (extract(epoch from now() - due.due_at) * 1000)::float8 from (
     select timers.due_at from timers where timers.swap_id = s.id and (timers.locked_until is null or timers.locked_until <= now())
     union all
     select lane.due_at from lane_swaps entry join lanes lane on lane.wallet_id = entry.wallet_id and lane.chain = entry.chain
     where entry.swap_id = s.id and not entry.has_slot) due
   where due.due_at <= now() limit 1) as due_for,
  array(select distinct role from heartbeats, unnest(roles) role where live_until > now()) as live_roles`;

/**
 * SQL: the id of the order that the view shows: the one that landed, else the open one, else the
 * newest.
 */
export function shownOrder(swap: string): string {
  return `select orders.id from orders where orders.swap_id = ${swap}.id
    order by orders.id = ${swap}.landed_order desc nulls last, orders.open desc, orders.created_at desc limit 1`;
}

/** The order that the view shows, and the included payment attempt, else the newest. */
export const swapViewJoins = `
  left join orders o on o.id = (${shownOrder('s')})
  left join lateral (
    select a.tx_id, a.status
    from steps st join lease_steps ls on ls.step_id = st.id join attempts a on a.lease_id = ls.lease_id
    where st.swap_id = s.id and st.kind in ('swap', 'deposit') and a.kind <> 'cancel'
    order by a.status in ('included', 'final') desc, st.generation desc, a.seq desc limit 1
  ) p on true`;

export function swapViewFromRow(row: SwapViewRow): SwapView {
  const { provider, swap_type: swapType, min_out: minOut, expected_out: expectedOut } = row;
  const { payment_tx_id: txId, payment_status: status } = row;
  return {
    swap: {
      ...swapFromRow(row),
      ...(row.lane?.stop ? { reason: stopFromRow(row.lane.stop) } : {}),
    },
    revision: row.revision,
    ...(provider !== null && swapType !== null && minOut !== null && expectedOut !== null
      ? {
          order: {
            ...{ provider, swapType, minOut, expectedOut },
            ...(row.expected_usd === null ? {} : { expectedUsd: row.expected_usd }),
            ...depositOf(row),
          },
        }
      : {}),
    ...(txId !== null && status !== null ? { payment: { txId, status } } : {}),
    ...successorOf(row.successor),
    ...(row.lane ? { lane: laneViewFromStored(row.lane) } : {}),
    workers: {
      ...(row.due_for === null ? {} : { dueFor: row.due_for }),
      absent: swapRoles.filter((role) => !row.live_roles.includes(role)),
    },
  };
}

function successorOf(successor: Successor | null): Pick<SwapView, 'retriedBy' | 'replacedBy'> {
  if (successor === null) return {};
  const { swapId, as } = successor;
  return as === 'edit' ? { replacedBy: swapId } : { retriedBy: swapId };
}

function depositOf(row: SwapViewRow): { deposit?: DepositView } {
  const {
    exchange_id: exchangeId,
    deposit_address: address,
    deposit_amount: amount,
    deposit_memo: memo,
  } = row;
  if (exchangeId === null || address === null || amount === null || row.sign_by === null) return {};
  const payments = (row.deposit_payments ?? []).map(depositPaymentFromStored);
  return {
    deposit: {
      address,
      amount,
      ...(memo === null ? {} : { memo }),
      exchangeId,
      payBy: row.sign_by,
      payments,
    },
  };
}
