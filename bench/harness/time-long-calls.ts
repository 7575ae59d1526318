import { randomUUID } from 'node:crypto';
import type { Ferryman } from './ferryman.ts';
import { round } from './meter.ts';

/** A dry run of a bulk retry, of about two thousand failed swaps. */
export async function timeDryRun({ api }: Pick<Ferryman, 'api'>) {
  const startedAt = performance.now();
  const answer = await fetch(`${api.url}/v1/bulk-actions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${api.key}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({
      action: 'retry',
      filter: { error: 'ORDERS_SPENT' },
      reason: 'bench',
      dryRun: true,
    }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`the dry run was refused: ${text.slice(0, 300)}`);
  const { matched } = JSON.parse(text) as { matched: number };
  return { matched, ms: round(performance.now() - startedAt) };
}

/** For so long an export is read. */
const exportMs = 10_000;

export async function timeExport({ api }: Pick<Ferryman, 'api'>) {
  const startedAt = performance.now();
  const ending = new AbortController();
  const answer = await fetch(`${api.url}/v1/swaps/export?format=csv`, {
    headers: { authorization: `Bearer ${api.key}` },
    signal: ending.signal,
  });
  let firstByteMs: number | undefined;
  let lines = 0;
  for await (const part of answer.body ?? []) {
    firstByteMs ??= performance.now() - startedAt;
    lines += Buffer.from(part).toString().split('\n').length - 1;
    if (performance.now() - startedAt > exportMs) break;
  }
  ending.abort();
  const seconds = (performance.now() - startedAt) / 1_000;
  return { firstByteMs: round(firstByteMs ?? 0), rowsPerSecond: Math.round(lines / seconds) };
}
