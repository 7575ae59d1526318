import packageJson from '../../../package.json' with { type: 'json' };
import type { OutageLog } from '../../errors/outage-log.ts';
import type { Tracing } from '../../ports/tracing.ts';
import { exportSpans } from './export-spans.ts';
import { recordSpans } from './record-spans.ts';

export interface TracingOptions {
  /** An OTLP receiver over HTTP, such as `http://127.0.0.1:4318`; `/v1/traces` is appended. */
  endpoint: string;
  outages: OutageLog;
}

/**
 * Traces with OpenTelemetry. Load this file only in a process that traces: it imports the
 * libraries. They read their own variables besides, such as `OTEL_EXPORTER_OTLP_HEADERS`.
 */
export function openTracing({ endpoint, outages }: TracingOptions): Tracing {
  const exporter = exportSpans({ endpoint, version: packageJson.version, outages });
  return {
    ...recordSpans(exporter.work, exporter.swap),
    close: () => exporter.close(),
  };
}
