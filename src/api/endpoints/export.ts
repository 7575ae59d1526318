import { z } from 'zod';
import type { ApiDependencies } from '../api-environment.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { streamOf } from '../event-stream.ts';
import {
  type ExportFormat,
  exportFormats,
  exportSwaps,
  exportText,
  exportTypes,
} from '../export-swaps.ts';
import { readFilter } from '../read-filter.ts';
import { named } from '../schemas/common.ts';
import { swapFilterShape } from '../swap-filter.ts';
import { createWaitLimit } from '../wait-limit.ts';
import { whileAllowed } from '../while-allowed.ts';

/** Running exports of one key at the same time, in each process. */
const maxExports = 4;
/** How many requests an export counts as. */
const exportCost = 10;

const query = z.strictObject({
  ...swapFilterShape,
  format: z
    .enum(exportFormats, `is not one of ${exportFormats.join(', ')}`)
    .default('csv')
    .describe('`csv`, or `json`: one JSON object a line. Default: csv.'),
});

const lines = named(
  'SwapExport',
  z.string(),
  'A line for each swap; of CSV, a line of titles first.',
);

/** All swaps of a filter as a file. */
export function exportEndpoints(
  dependencies: Pick<ApiDependencies, 'journal' | 'chains' | 'additionalProviders' | 'clock'>,
): Endpoint[] {
  const running = createWaitLimit({
    max: maxExports,
    retryAfter: 5_000,
    what: `reads ${maxExports} exports`,
  });
  return [
    defineEndpoint({
      id: 'exportSwaps',
      method: 'get',
      path: '/v1/swaps/export',
      group: 'swaps',
      scope: 'view',
      summary: 'Export all swaps that match, newest first',
      description: `Of everything that the filter matches, not of a page. A connection that ends without its last chunk has not brought all, such as one whose client has read nothing for a minute. Counts as ${exportCost} requests.`,
      query,
      cost: () => exportCost,
      answers: {
        200: { description: 'The swaps.', schema: lines, types: Object.values(exportTypes) },
      },
      async handle({ query: { format, ...filter }, key, requireCaller }) {
        const criteria = await readFilter(dependencies, filter);
        return {
          status: 200,
          stream: streamOf({
            pieces: (signal) =>
              whileAllowed(
                exportSwaps(dependencies.journal, criteria, format, signal),
                requireCaller,
              ),
            textOf: exportText[format],
            end: running.enter(key.id),
          }),
          streamAs: exportTypes[format],
          headers: { 'content-disposition': `attachment; filename="${fileName(format)}"` },
        };
      },
    }),
  ];
}

function fileName(format: ExportFormat): string {
  return format === 'csv' ? 'swaps.csv' : 'swaps.ndjson';
}
