import type { Ceiling } from '../core/books/ceiling.ts';
import type { ExecutorContext } from '../executor/context.ts';
import type { quoteJob, SwapPreviewRequest } from '../executor/preview/preview-swap.ts';
import type { submit } from '../executor/submit.ts';
import type { Clock } from '../ports/clock.ts';
import type { SecretSealer } from '../ports/secret-sealer.ts';
import type { CapStore } from '../ports/stores/cap-store.ts';
import type { ObservationStore } from '../ports/stores/observation-store.ts';
import type { PreviewStore } from '../ports/stores/preview-store.ts';
import type { SwapStore } from '../ports/stores/swap-store.ts';
import type { TreasuryStore } from '../ports/stores/treasury-store.ts';
import type { WalletStore } from '../ports/stores/wallet-store.ts';

type Stores = TreasuryStore &
  PreviewStore &
  WalletStore &
  Pick<CapStore, 'capUsage'> &
  Pick<SwapStore, 'findSubmission'> &
  Pick<ObservationStore, 'electObserver'>;

/** The dependencies of the treasury; `compose.ts` builds it. */
export interface TreasuryContext
  extends Pick<
    ExecutorContext<Stores>,
    | 'journal'
    | 'chains'
    | 'walletList'
    | 'tokens'
    | 'additionalProviders'
    | 'policy'
    | 'prices'
    | 'guard'
    | 'holder'
    | 'logger'
    | 'outages'
    | 'signals'
    | 'clock'
    | 'calendar'
  > {
  /** Its MAC shows that this installation stored a rule or frozen jobs. */
  sealer: Pick<SecretSealer, 'mac'>;
  submit: (request: Parameters<typeof submit>[1]) => ReturnType<typeof submit>;
  /** What the routing service offers for a job now. */
  quote: (request: SwapPreviewRequest) => ReturnType<typeof quoteJob>;
}

export interface TreasuryOptions {
  /** Folder of rules, which are applied when the treasury's worker starts. Absent: none. */
  rules?: string;
  /** Whether the treasury's worker keeps books and balances. Default: while there is a rule. */
  books?: boolean;
  /** Above which a hot wallet raises a notice. They are compared where books are kept. */
  ceilings?: readonly Ceiling[];
  /**
   * The calendar: of schedules, cooldowns, windows of caps, blackouts, and how long an envelope is
   * good. Default: the one of everything else, and for windows of caps the journal's.
   */
  clock?: Clock;
}
