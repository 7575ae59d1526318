import type {
  AttributionRequest,
  CompetingExpectation,
  RefundCompetitor,
  SettlementFinding,
} from '../../core/settlement/settlement.ts';
import type { ChainName } from '../../core/swap/chains.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type { FundsState, Leg, Reason, SettlementLevel } from '../../core/swap/swap.ts';
import type { Versioned } from './versioned.ts';

/** What the journal knows of whose a transfer is. */
export interface AttributionStore {
  /**
   * What could claim a transfer to the swap's receiver, in the token that it buys or in any: open
   * swaps, and payments that the journal has lost, as their payout or as their refund.
   */
  competitors(id: SwapId, options?: { anyToken?: boolean }): Promise<CompetingSwap[]>;
  /**
   * Other open swaps and lost payments that a transfer of the source token to the wallet or the
   * refund address could belong to.
   */
  refundCompetitors(id: SwapId): Promise<CompetingRefund[]>;
  /**
   * Whose the transfers are that a chain has shown. What could own them is read now: call it after
   * the chain was read. Records when they were observed where a swap that waits for its deposit
   * competes for them.
   */
  attribute(id: SwapId, request: AttributionRequest): Promise<SettlementFinding>;
  /**
   * Transactions on the source chain that the journal has lost and that were to fetch this swap's
   * money back.
   */
  lostRefunds(id: SwapId): Promise<string[]>;
  /** Whether the transaction was signed here, be it in a history that the journal has lost. */
  isOwnTransaction(chain: ChainName, txId: string): Promise<boolean>;
  /**
   * Which of the given transactions were signed here for other swaps than this one, be it in a
   * history that the journal has lost.
   */
  othersTransactions(id: SwapId, chain: ChainName, txIds: readonly string[]): Promise<string[]>;
  /** Which of the given transfers have settled a swap already. */
  attributedLegs(places: readonly LegKey[]): Promise<AttributedLeg[]>;
  /**
   * Claims the legs and ends the swap. A leg of another swap refuses the whole. Throws
   * `JOURNAL_STALE` where `holder` does not hold the swap any more, by the journal's clock.
   */
  settle(request: Settlement): Promise<SettleResult>;
}

export type CompetingSwap = CompetingExpectation & { swapId: SwapId };
export type CompetingRefund = RefundCompetitor & { swapId: SwapId };

/** Where a transfer is on its chain; unique among all transfers. */
export type LegKey = Pick<Leg, 'chain' | 'txId' | 'index'>;

export interface AttributedLeg extends LegKey {
  bySwap: SwapId;
}

export interface Settlement extends Versioned {
  /** The worker that has attributed the swap. */
  holder: string;
  state: 'settled' | 'refunded';
  fundsState: FundsState;
  level: SettlementLevel;
  legs: readonly Leg[];
  /**
   * Judged again before the legs are attributed. Absent: nobody else can own them, or no chain
   * shows them.
   */
  basis?: AttributionRequest;
  reason?: Reason;
}

export type SettleResult =
  | { kind: 'settled' }
  | { kind: 'leg_attributed'; bySwap: SwapId }
  /** Nothing is written: judged again, the basis leads to this. */
  | { kind: 'changed'; finding: SettlementFinding };
