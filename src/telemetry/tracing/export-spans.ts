import { randomBytes } from 'node:crypto';
import {
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import type { SwapId } from '../../core/swap/ids.ts';
import type { OutageLog } from '../../errors/outage-log.ts';
import type { RecordedSpan, RecordedWork } from './recorded-span.ts';
import { swapSpanIdOf, traceIdOf } from './swap-trace.ts';

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const;

/** How long the last export may take when the process stops, in milliseconds. */
const closeWithin = 2_000;

/** Sends recorded spans to an OTLP receiver, in batches. What it does not take is dropped. */
export function exportSpans({
  endpoint,
  version,
  outages,
}: {
  endpoint: string;
  version: string;
  outages: OutageLog;
}) {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: closeWithin,
  });
  const ids = nextIds();
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'ferryman',
      'service.version': version,
      'service.instance.id': `${process.pid}-${randomBytes(4).toString('hex')}`,
      'process.pid': process.pid,
    }),
    idGenerator: ids,
    spanProcessors: [
      new BatchSpanProcessor(reportOutages(exporter, outages), {
        scheduledDelayMillis: 1_000,
        exportTimeoutMillis: closeWithin,
      }),
    ],
  });
  const tracer = provider.getTracer('ferryman', version);

  const emit = (span: RecordedSpan, parent: Context, links: Link[] = []): Span => {
    const emitted = tracer.startSpan(
      span.name,
      { kind: kinds[span.kind], attributes: span.facts, startTime: span.start, links },
      parent,
    );
    if (span.error !== undefined) {
      emitted.setAttribute('error.type', span.error);
      emitted.setStatus({ code: SpanStatusCode.ERROR });
    }
    emitted.end(span.end);
    return emitted;
  };

  return {
    work({ spans, swap, caller }: RecordedWork): void {
      const callerContext = caller === undefined ? undefined : readTraceparent(caller);
      const above = swap === undefined ? callerContext : swapContext(swap);
      const first = above ? trace.setSpanContext(ROOT_CONTEXT, above) : ROOT_CONTEXT;
      const links = swap !== undefined && callerContext ? [{ context: callerContext }] : [];
      const emitted = new Map<RecordedSpan, Context>();
      for (const span of spans) {
        if (swap !== undefined) span.facts['ferryman.swap.id'] = swap;
        const parent = span.parent && emitted.get(span.parent);
        const made = emit(span, parent ?? first, parent ? [] : links);
        emitted.set(span, trace.setSpan(first, made));
      }
    },
    swap(id: SwapId, span: RecordedSpan): void {
      ids.next = { trace: traceIdOf(id), span: swapSpanIdOf(id) };
      emit(span, ROOT_CONTEXT);
      ids.next = undefined;
    },
    async close(): Promise<void> {
      await provider.shutdown().catch(() => undefined);
    },
  };
}

function swapContext(swap: SwapId): SpanContext {
  return {
    traceId: traceIdOf(swap),
    spanId: swapSpanIdOf(swap),
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  };
}

/** W3C Trace Context, version 00 or later. An invalid one counts as absent. */
function readTraceparent(text: string): SpanContext | undefined {
  const [, version, traceId = '', spanId = '', flags = ''] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/.exec(text) ?? [];
  if (version === undefined || version === 'ff') return undefined;
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return /^0+$/.test(traceId) || /^0+$/.test(spanId) ? undefined : context;
}

/** Random ids, except while the next ones are set. */
function nextIds() {
  const random = (bytes: number): string => randomBytes(bytes).toString('hex');
  const generator = {
    next: undefined as { trace: string; span: string } | undefined,
    generateTraceId: () => generator.next?.trace ?? random(16),
    generateSpanId: () => generator.next?.span ?? random(8),
  };
  return generator;
}

/** A receiver that is down is an outage in the log, and concerns no swap. */
function reportOutages(exporter: SpanExporter, outages: OutageLog): SpanExporter {
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code === 0) outages.succeeded('traces');
        else outages.failed('traces', result.error ?? new Error('the receiver refused spans'));
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush ? { forceFlush: () => exporter.forceFlush?.() } : {}),
  } as SpanExporter;
}
