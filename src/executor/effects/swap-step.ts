import type { ChainName, TokenAddress } from '../../core/swap/chains.ts';
import type { OrderId } from '../../core/swap/ids.ts';
import type { Snapshot } from '../../core/swap/swap.ts';
import type { Fee, TransactionObject } from '../../core/swap/transaction-object.ts';
import type { BalancesAtBlock } from '../../ports/chain-adapter.ts';
import type { Intent } from '../../ports/guard.ts';

/** A planned step of a swap. */
export interface SwapStep {
  snapshot: Snapshot;
  planned: PlannedStep;
}

/**
 * A step as it will be leased. The value of an approve is known only under the lease: the sum of
 * open needs at that moment.
 */
export interface PlannedStep {
  kind: 'approve' | 'revoke' | 'swap' | 'deposit' | 'refund' | 'claim';
  chain: ChainName;
  orderId?: OrderId;
  transaction: (allowanceValue: bigint) => TransactionObject;
  intent: (allowanceValue: bigint) => Intent;
  fee: Fee;
  balances: BalancesAtBlock;
  need?: { token: TokenAddress; spender: string; amount: bigint };
  sets?: { token: TokenAddress; spender: string; symbol: string; decimals: number };
}
