import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { type MetricObject, Registry } from 'prom-client';
import { createMetrics } from '../src/telemetry/create-metrics.ts';
import { markdownTable } from './markdown-table.ts';

/** Path of the reference, from the project root. */
export const metricsReferencePath = 'docs/reference/metrics.md';

/** The reference needs only the registered metrics, no values. */
const noJournal = {
  countByState: () => Promise.reject(new Error('the reference reads no journal')),
  health: () => Promise.reject(new Error('the reference reads no journal')),
};

/** Renders `docs/reference/metrics.md` from the registered metrics. */
export function renderMetricsReference(): string {
  const registry = new Registry();
  createMetrics(noJournal, undefined, undefined, registry);
  const rows = registry
    .getMetricsAsArray()
    .map((metric) => metric as MetricObject & { labelNames?: readonly string[] })
    .map(({ name, type, help, labelNames = [] }) => [
      `\`${name}\``,
      // prom-client returns the type as text but declares it as an enum.
      String(type),
      labelNames.map((label) => `\`${label}\``).join(', '),
      help,
    ])
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  return `# Metrics

<!-- Made from src/telemetry by scripts/write-metrics-reference.ts; what is changed here is lost. -->

\`/metrics\` of \`api\` and \`up\`, and of a worker with \`--status-port\`, has these metrics in the text
format of Prometheus. Labels are bounded: none has an id, an address or a hash. Gauges of swaps, lanes, workers and stops
are read from the journal at each scrape, so each process shows the same. Counters and the gauges of
endpoints belong to the process, and its counters start at 0. The names are public: they do not change
without an entry in the [changelog](../../CHANGELOG.md). [Monitoring](../operations/monitoring.md) says which to alert on.

${markdownTable(['metric', 'type', 'labels', 'what it shows'], rows)}`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await writeFile(metricsReferencePath, renderMetricsReference());
}
