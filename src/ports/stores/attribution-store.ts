import type { BrokenPromise } from '../../core/settlement/broken-promise.ts';
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

/** Which swap owns an observed transfer. */
export interface AttributionStore {
  /**
   * The competing swaps and lost payments whose payout or refund could be a transfer to the swap's
   * receiver, in the token that it buys (`anyToken`: in any token).
   */
  competitors(id: SwapId, options?: { anyToken?: boolean }): Promise<CompetingSwap[]>;
  /**
   * The competing swaps and lost payments that could own a transfer of the source token to the
   * wallet or the refund address.
   */
  refundCompetitors(id: SwapId): Promise<CompetingRefund[]>;
  /**
   * Attributes transfers that a chain showed. Reads the competing swaps, so call it after the chain
   * was read. If a swap that waits for its deposit competes, records when the transfers were
   * observed.
   */
  attribute(id: SwapId, request: AttributionRequest): Promise<SettlementFinding>;
  /** Lost transactions on the source chain that were signed to refund this swap. */
  lostRefunds(id: SwapId): Promise<string[]>;
  /** Whether Ferryman signed the transaction, including lost histories. */
  isOwnTransaction(chain: ChainName, txId: string): Promise<boolean>;
  /** Which of the transactions Ferryman signed for other swaps, including lost histories. */
  othersTransactions(id: SwapId, chain: ChainName, txIds: readonly string[]): Promise<string[]>;
  /** Which of the transfers have already settled a swap. */
  attributedLegs(keys: readonly LegKey[]): Promise<AttributedLeg[]>;
  /**
   * Attributes the legs and ends the swap. Refused as a whole if another swap owns a leg. Throws
   * `JOURNAL_STALE` if `holder` no longer holds the swap's lock, by the journal's clock.
   */
  settle(request: Settlement): Promise<SettleResult>;
}

export type CompetingSwap = CompetingExpectation & { swapId: SwapId };
export type CompetingRefund = RefundCompetitor & { swapId: SwapId };

/** Identifies a transfer on its chain; unique. */
export type LegKey = Pick<Leg, 'chain' | 'txId' | 'index'>;

export interface AttributedLeg extends LegKey {
  bySwap: SwapId;
}

export interface Settlement extends Versioned {
  /** The worker that holds the swap's lock. */
  holder: string;
  state: 'settled' | 'refunded';
  fundsState: FundsState;
  level: SettlementLevel;
  legs: readonly Leg[];
  /**
   * Judged again before the legs are attributed. Absent: no other swap can own them, or no chain
   * shows them.
   */
  basis?: AttributionRequest;
  reason?: Reason;
  /** Set if the swap speaks against its provider, which is stopped if too many do. */
  broken?: BrokenPromise;
}

export type SettleResult =
  | { kind: 'settled' }
  | { kind: 'leg_attributed'; bySwap: SwapId }
  /** Nothing is written: judged again, the basis gives this finding. */
  | { kind: 'changed'; finding: SettlementFinding };
