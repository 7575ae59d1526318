import type { SwapId } from '../core/swap/ids.ts';
import type { Swap } from '../core/swap/swap.ts';

/** Values of a span. Their names follow OpenTelemetry's conventions, or begin with `ferryman.`. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  /** Default: internal. */
  kind?: 'internal' | 'server' | 'client' | 'consumer';
  facts?: SpanFacts;
}

interface RootOptions extends SpanOptions {
  /** Absent: not known yet, or none. */
  swap?: SwapId;
  /** The caller's `traceparent` (W3C Trace Context). */
  caller?: string;
}

/**
 * Spans of what this process does. All that is done for a swap is one trace over all processes: the
 * trace's id is the swap's id. Absent in a process that does not trace.
 */
export interface Tracing {
  /**
   * Runs a task as a piece of work of its own: a request, a job, an advance of a swap. It goes to
   * the trace of the swap that it concerns, else to the caller's, else to a new one.
   */
  root<Result>(name: string, options: RootOptions, task: () => Promise<Result>): Promise<Result>;
  /**
   * Runs a task as a part of the running piece of work. Outside of one the task runs without a span.
   */
  span<Result>(name: string, options: SpanOptions, task: () => Result): Result;
  /** The running piece of work concerns this swap. */
  concerns(swap: SwapId): void;
  /** Renames the running span. */
  rename(name: string): void;
  /** Adds to the running span. */
  note(facts: SpanFacts): void;
  /** Records the span of a swap that has ended, from its submission until now. */
  ended(swap: Pick<Swap, 'id' | 'createdAt'>, facts: SpanFacts): void;
  /** Sends what is recorded, within seconds. */
  close(): Promise<void>;
}
