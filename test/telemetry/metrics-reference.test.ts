import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  metricsReferencePath,
  renderMetricsReference,
} from '../../scripts/write-metrics-reference.ts';

it('the reference of the metrics is what is registered; after a change of it: npm run build && node dist/scripts/write-metrics-reference.js', async () => {
  const written = await readFile(join(import.meta.dirname, '../..', metricsReferencePath), 'utf8');
  expect(written).toBe(renderMetricsReference());
});

it('has counters and gauges with their labels', () => {
  const text = renderMetricsReference();
  expect(text).toMatch(
    /^\| `ferryman_rpc_requests_total` \| counter \| `chain`, `kind` \| .*\. \|$/m,
  );
  expect(text).toMatch(/^\| `ferryman_frozen_wallets` \| gauge \| {2}\| .*\. \|$/m);
});
