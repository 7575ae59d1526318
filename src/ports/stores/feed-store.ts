import type { ChainName, TokenAddress } from '../../core/swap/chains.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type { FundsState, SwapState } from '../../core/swap/swap.ts';
import type { SwapEvent } from '../swap-event.ts';

/** All events and notices of the journal, in one order. */
export interface FeedStore {
  /**
   * The items past a position, in order. It never has an item before which another one may still
   * appear: it waits for the oldest open transaction.
   */
  readFeed(request: FeedRequest): Promise<FeedItem[]>;
  /** Adds a notice to the feed, and so to the webhooks that want its topic. */
  raiseNotice(notice: NoticeDraft): Promise<void>;
  /** The position of the newest item that `readFeed` has. */
  feedEnd(): Promise<FeedPosition>;
  /** The hash of the event at this position, empty for a notice. Absent: there is none. */
  feedHash(position: Omit<FeedPosition, 'hash'>): Promise<string | undefined>;
}

export interface FeedRequest {
  after: FeedPosition;
  limit: number;
  /** Only events of this swap. */
  swapId?: SwapId | undefined;
}

/** A place in the order of all events and notices. */
export interface FeedPosition {
  /** Of the transaction; see migration 37. */
  number: bigint;
  /** Of the swap or the notice: a UUID. */
  id: string;
  /** Of the event; 0 for a notice. */
  seq: number;
  /** Of the event: tells it from another one at its place. Empty for a notice. */
  hash: string;
}

/** Before the first event. */
export const feedStart: FeedPosition = {
  number: -1n,
  id: '00000000-0000-0000-0000-000000000000',
  seq: 0,
  hash: '',
};

export type FeedItem = SwapItem | Notice;

/** An event of a swap, with what a reader needs to know of the swap. */
interface SwapItem {
  kind: 'swap';
  position: FeedPosition;
  swap: { id: SwapId; wallet: string; fromChain: ChainName; toChain: ChainName };
  event: SwapEvent;
  /** Of the swap, after the event and before it. Absent: the event is of an earlier version. */
  standing?: { state: SwapState; fundsState: FundsState };
  /** Absent: it is the swap's first event, or the one before is of an earlier version. */
  before?: { state: SwapState; fundsState: FundsState };
}

export type NoticeType =
  | 'wallet_frozen'
  | 'wallet_unfrozen'
  | 'low_gas'
  | 'provider_stopped'
  | NoticeDraft['type'];

/** A notice that a part of Ferryman raises. All amounts are decimals, as a person reads them. */
export type NoticeDraft =
  | {
      type: 'budget_nearly_used';
      wallet?: string;
      data: {
        budget: string;
        /** The rule of the treasury whose budget it is. Absent: a cap of the guard's policy. */
        rule?: string;
        /** Whose payments it counts, such as `wallet treasury, chain ETH`. Absent: all. */
        of?: string;
        window: string;
        used: string;
        limit: string;
        /** 0 to 100. */
        usedPercent: number;
      };
    }
  | {
      type: 'rule_paused';
      wallet?: string;
      /** `by`: a person's key, or `ferryman`. */
      data: { rule: string; version: number; by: string; reason: string };
    }
  | {
      type: 'occurrence_not_done';
      wallet?: string;
      data: {
        rule: string;
        /** The instant, of several the newest. ISO 8601. */
        occurrence: string;
        /** `submitted`: some of its jobs are swaps, and others were refused. */
        state: 'missed' | 'skipped' | 'submitted' | 'failed';
        code: string;
        message: string;
        /** How many were missed in a row. */
        count?: number;
      };
    }
  | {
      type: 'drift';
      wallet: string;
      chain: ChainName;
      data: {
        token: TokenAddress;
        symbol: string;
        difference: string;
        differenceBaseUnits: string;
        expected: string;
        from: string;
        until: string;
      };
    }
  | {
      type: 'wallet_above_ceiling';
      wallet: string;
      /** Of a ceiling of one token. */
      chain?: ChainName;
      data: { family: string } & (
        | { usd: string; ceilingUsd: string }
        | { token: TokenAddress; symbol: string; amount: string; ceiling: string }
      );
    };

/** What happened to no swap. */
interface Notice {
  kind: 'notice';
  position: FeedPosition;
  type: NoticeType;
  at: number;
  wallet?: string;
  chain?: ChainName;
  data: Readonly<Record<string, unknown>>;
}

/** -1, 0 or 1, as for `sort`. UUIDs in lower case compare like the journal's. */
export function comparePositions(one: FeedPosition, other: FeedPosition): number {
  if (one.number !== other.number) return one.number < other.number ? -1 : 1;
  if (one.id !== other.id) return one.id < other.id ? -1 : 1;
  return Math.sign(one.seq - other.seq);
}
