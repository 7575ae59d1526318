import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { type MetricObject, Registry } from 'prom-client';
import { createMetrics, type MetricsJournal } from '../src/telemetry/create-metrics.ts';
import { markdownTable } from './markdown-table.ts';

/** Path of the reference, from the project root. */
export const metricsReferencePath = 'docs/reference/metrics.md';

/** The reference needs only the registered metrics, no values. */
const unread = () => Promise.reject(new Error('the reference reads no journal'));
const noJournal: MetricsJournal = {
  countByState: unread,
  health: unread,
  lowGas: unread,
  backlog: unread,
  countByFunds: unread,
};

/** Every metric that a process registers. */
export function listMetrics(): { name: string; type: string; help: string; labels: string[] }[] {
  const registry = new Registry();
  createMetrics(noJournal, { registry });
  return registry
    .getMetricsAsArray()
    .map((metric) => metric as MetricObject & { labelNames?: readonly string[] })
    .map(({ name, type, help, labelNames = [] }) => ({
      name,
      // prom-client returns the type as text but declares it as an enum.
      type: String(type),
      help,
      labels: [...labelNames],
    }));
}

/** Renders `docs/reference/metrics.md` from the registered metrics. */
export function renderMetricsReference(): string {
  const rows = listMetrics()
    .map(({ name, type, labels, help }) => [
      `\`${name}\``,
      type,
      labels.map((label) => `\`${label}\``).join(', '),
      help,
    ])
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  return `# Metrics

<!-- Made from src/telemetry by scripts/write-metrics-reference.ts; what is changed here is lost. -->

\`/metrics\` of \`api\` and \`up\`, and of a worker with \`--status-port\`, has these metrics in the text
format of Prometheus. Labels are bounded: none has an id, an address or a hash. Gauges of swaps, lanes, workers and stops
are read from the journal at each scrape, so each process shows the same. All other metrics belong to
the process, and its counters start at 0. Durations are in seconds, sizes in bytes. Scrapes within a
second of each other get one reading. The names are public: they do not change
without an entry in the [changelog](../../CHANGELOG.md). [Monitoring](../operations/monitoring.md) says which to alert on.

${markdownTable(['metric', 'type', 'labels', 'what it shows'], rows)}`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await writeFile(metricsReferencePath, renderMetricsReference());
}
