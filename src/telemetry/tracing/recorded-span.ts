import type { SwapId } from '../../core/swap/ids.ts';
import type { SpanOptions } from '../../ports/tracing.ts';

/** A span of a piece of work, as it is recorded. Times in milliseconds since the epoch. */
export interface RecordedSpan {
  name: string;
  kind: NonNullable<SpanOptions['kind']>;
  facts: Record<string, string | number | boolean>;
  parent: RecordedSpan | undefined;
  start: number;
  end: number;
  /** The code of the error that it ended with. */
  error?: string;
}

/** A piece of work with all its spans, the first one its own. */
export interface RecordedWork {
  spans: RecordedSpan[];
  swap?: SwapId;
  caller?: string;
}
