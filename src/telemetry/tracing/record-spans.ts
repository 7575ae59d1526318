import type { SwapId } from '../../core/swap/ids.ts';
import { toFerrymanError } from '../../errors/ferryman-error.ts';
import { currentCall, inCall } from '../../ports/call-context.ts';
import type { SpanFacts, SpanOptions, Tracing } from '../../ports/tracing.ts';
import type { RecordedSpan, RecordedWork } from './recorded-span.ts';

/** A piece of work that goes on for long has no more spans than these. */
const maxSpans = 500;

/** The running span, and the piece of work that it is part of. */
class Running {
  readonly work: RecordedWork;
  readonly span: RecordedSpan;

  constructor(work: RecordedWork, span: RecordedSpan) {
    this.work = work;
    this.span = span;
  }
}

/**
 * Records spans in memory. A piece of work is handed on when it ends, because only then it is known
 * which swap it concerned: the swap of a submission has no id before.
 * @param done receives each piece of work once
 * @param ended receives the span of each swap that has ended
 */
export function recordSpans(
  done: (work: RecordedWork) => void,
  ended: (swap: SwapId, span: RecordedSpan) => void,
): Omit<Tracing, 'close'> {
  const running = (): Running | undefined => {
    const { span } = currentCall();
    return span instanceof Running ? span : undefined;
  };

  return {
    async root(name, { swap, caller, ...options }, task) {
      const work: RecordedWork = {
        spans: [],
        ...(swap === undefined ? {} : { swap }),
        ...(caller === undefined ? {} : { caller }),
      };
      const span = begin(work, name, options, undefined);
      try {
        return await inCall({ span: new Running(work, span) }, task);
      } catch (cause) {
        span.error = toFerrymanError(cause).code;
        throw cause;
      } finally {
        span.end = Date.now();
        done(work);
      }
    },

    span<Result>(name: string, options: SpanOptions, task: () => Result): Result {
      const outer = running();
      if (!outer || outer.work.spans.length >= maxSpans) return task();
      const span = begin(outer.work, name, options, outer.span);
      return finish(span, () => inCall({ span: new Running(outer.work, span) }, task));
    },

    concerns(swap) {
      const outer = running();
      if (outer) outer.work.swap = swap;
    },

    rename(name) {
      const span = running()?.span;
      if (span) span.name = name;
    },

    note(facts) {
      Object.assign(running()?.span.facts ?? {}, facts);
    },

    ended({ id, createdAt }, facts) {
      const named: SpanFacts = { 'ferryman.swap.id': id, ...facts };
      const swap = { name: 'swap', kind: 'internal', parent: undefined } as const;
      ended(id, { ...swap, facts: { ...named }, start: createdAt, end: Date.now() });
    },
  };
}

function begin(
  work: RecordedWork,
  name: string,
  { kind = 'internal', facts = {} }: SpanOptions,
  parent: RecordedSpan | undefined,
): RecordedSpan {
  const start = Date.now();
  const span: RecordedSpan = { name, kind, facts: { ...facts }, parent, start, end: start };
  work.spans.push(span);
  return span;
}

/** Ends the span with the task, be it synchronous or not. */
function finish<Result>(span: RecordedSpan, run: () => Result): Result {
  const end = (): void => {
    span.end = Date.now();
  };
  const fail = (cause: unknown): never => {
    span.error = toFerrymanError(cause).code;
    end();
    throw cause;
  };
  try {
    const result = run();
    if (result instanceof Promise) {
      return result.then((value: unknown) => {
        end();
        return value;
      }, fail) as Result;
    }
    end();
    return result;
  } catch (cause) {
    return fail(cause);
  }
}
