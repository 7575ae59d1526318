import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

const order = z.object({
  orderId: z.string(),
  provider: z.string(),
  /** Null where route and transaction came in one call. */
  quoteId: z.string().nullable(),
  from: z.string(),
  to: z.string(),
  toToken: z.string(),
  amountIn: z.string().transform(BigInt),
  receiver: z.string(),
  sourceTx: z.string().nullable(),
  payoutTx: z.string().nullable(),
  refundTx: z.string().nullable(),
  reason: z.string().nullable(),
  /** Only of those that are paid by deposit. */
  exchangeId: z.string().optional(),
  lastBlock: z.string().transform(BigInt).optional(),
});
const stray = z.object({ sourceTx: z.string(), reason: z.string() });
const book = z.object({ orders: z.array(order), unattributedDeposits: z.array(stray) });

/** An order at a provider, however it is paid. */
export type BookedOrder = z.output<typeof order>;

/** An order at a provider that is paid by deposit. */
export interface DepositOrder {
  orderId: string;
  provider: string;
  /** The chain on which it is paid. */
  from: string;
  to: string;
  /** Base units: exactly so much it wants. */
  amountIn: bigint;
  /** In the form that the provider writes it in. */
  receiver: string;
  /** What has paid it; null as long as nothing has. */
  sourceTx: string | null;
  /** Why what has paid it is not as ordered, unless it was given back; null where it is. */
  reason: string | null;
  /** Its number at the provider. */
  exchangeId: string;
  /** The last block of its chain in which a payment is in time. */
  lastBlock: bigint;
}

/** A deposit that pays for nothing, and that its provider keeps. */
type UnattributedDeposit = z.output<typeof stray>;

/**
 * What the providers of the sandbox know of orders, which they read from the chains: nothing of it
 * is from Ferryman.
 */
export interface OrdersView {
  /** All of them, in the order of their opening. */
  booked: readonly BookedOrder[];
  /** Those that are paid by deposit, in the order of their opening. */
  deposits: readonly DepositOrder[];
  unattributed: readonly UnattributedDeposit[];
}

export async function readOrders(controlUrl: string): Promise<OrdersView> {
  const answer = await fetch(`${controlUrl}/orders`);
  if (!answer.ok) throw new Error(`the sandbox does not show its orders: ${answer.status}`);
  const { orders, unattributedDeposits } = book.parse(await answer.json());
  const deposits = orders.flatMap(({ exchangeId, lastBlock, ...rest }) =>
    exchangeId === undefined || lastBlock === undefined ? [] : [{ ...rest, exchangeId, lastBlock }],
  );
  return { booked: orders, deposits, unattributed: unattributedDeposits };
}

/** Of what no order is paid by, nobody knows when it is read. */
const patience = 60_000;
const betweenLooks = 200;

/**
 * Lets the providers read what is final on the chains: until they know of all these transactions,
 * or long enough.
 */
export async function awaitOrders(
  controlUrl: string,
  txIds: readonly string[],
): Promise<OrdersView> {
  const deadline = Date.now() + patience;
  for (;;) {
    const view = await readOrders(controlUrl);
    const known = new Set([...view.deposits, ...view.unattributed].map(({ sourceTx }) => sourceTx));
    if (txIds.every((txId) => known.has(txId)) || Date.now() > deadline) return view;
    await pause(betweenLooks);
  }
}
