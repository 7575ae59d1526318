import type { PlaceName } from '../endpoints.ts';
import type { ChainAddress, TransactionId } from '../notation.ts';
import type { BookedRoute } from './audit-types.ts';

/** The reported arrival of a route's `amountOut`, with its transaction. */
export interface Arrival {
  readonly chain: PlaceName;
  readonly account: ChainAddress;
  readonly token: ChainAddress;
  readonly tx: TransactionId | null;
}

export function arrivalOf(route: BookedRoute): Arrival {
  switch (route.kind) {
    case 'on-chain':
      return { chain: route.to, account: route.receiver, token: route.toToken, tx: route.sourceTx };
    case 'cross-chain':
    case 'deposit':
    case 'claim':
      return {
        chain: route.to,
        account: route.receiver,
        token: route.toToken,
        tx: route.destinationTx,
      };
    case 'refund':
      return {
        chain: route.from,
        account: route.account,
        token: route.fromToken,
        tx: route.destinationTx,
      };
  }
}
