import type { Transfer } from '../chains/transfer.ts';
import type { PlaceName } from '../endpoints.ts';
import type { ChainAddress, TransactionId } from '../notation.ts';
import type { DepositOrder, OrderBook } from './order-book.ts';

/** The observed payments of deposit orders. */
export interface DepositDesk {
  /** Addresses that may receive payments on a chain, also those of finished orders. */
  addressesOn(chain: PlaceName): ReadonlySet<ChainAddress>;
  /** @returns undefined if the transfer pays for no order */
  orderPaidBy(transfer: Transfer, chain: PlaceName): DepositOrder | undefined;
  /**
   * Replaces the observed but unconfirmed transfers of a chain.
   * @param readUpTo the newest block that was read
   */
  noteUnconfirmed(chain: PlaceName, transfers: readonly Transfer[], readUpTo: bigint): void;
  /** The newest block in which the provider looked for payments. */
  readUpTo(chain: PlaceName): bigint;
  /** The first unconfirmed payment of an order. */
  unconfirmedPayment(order: DepositOrder): Transfer | undefined;
  /** The order that an unconfirmed payment pays for. */
  unconfirmedOrder(sourceTx: TransactionId): DepositOrder | undefined;
}

export function createDepositDesk({ all }: Pick<OrderBook, 'all'>): DepositDesk {
  const unconfirmed = new Map<PlaceName, readonly Transfer[]>();
  const read = new Map<PlaceName, bigint>();
  const ordersOn = (chain: PlaceName): DepositOrder[] =>
    all().flatMap((order) =>
      order.invoice !== undefined && order.from.chain === chain ? [order] : [],
    );
  const orderPaidBy = ({ to, memo }: Transfer, chain: PlaceName): DepositOrder | undefined =>
    ordersOn(chain).find(
      ({ invoice }) =>
        invoice.place.address === to && (invoice.memo === null || invoice.memo === memo),
    );
  return {
    addressesOn: (chain) => new Set(ordersOn(chain).map(({ invoice }) => invoice.place.address)),
    orderPaidBy,
    noteUnconfirmed: (chain, transfers, newest) => {
      unconfirmed.set(chain, transfers);
      read.set(chain, newest);
    },
    readUpTo: (chain) => read.get(chain) ?? -1n,
    unconfirmedPayment(order) {
      const { chain } = order.from;
      return unconfirmed.get(chain)?.find((transfer) => orderPaidBy(transfer, chain) === order);
    },
    unconfirmedOrder(sourceTx) {
      for (const [chain, transfers] of unconfirmed) {
        const transfer = transfers.find(({ tx }) => tx === sourceTx);
        if (transfer !== undefined) return orderPaidBy(transfer, chain);
      }
      return undefined;
    },
  };
}
