/*
 * Fills a journal by SQL with swaps as years of operation would leave them: most settled, a few per
 * cent ended otherwise with the usual errors, the newest still under way. Job, order, bytes and
 * events are those of one swap that really settled; ids, wallets, chains, providers, metadata,
 * receivers, times, states and reasons differ.
 */

import { afterwards, historyChains, inserts, made, share, surroundings } from './history-sql.ts';
import type { Sql } from './sql.ts';
import { withoutIndexes } from './without-indexes.ts';

interface History {
  /** Id of a swap with an order and an attempt, whose rows are copied. */
  template: string;
  swaps: number;
  /** The time in which they were submitted. */
  days: number;
  /** Swaps per transaction. */
  chunk?: number;
}

/** All tables that get rows of each swap. */
const tables = [
  ...['swaps', 'search_terms', 'orders', 'events', 'steps', 'leases', 'lease_steps', 'attempts'],
  ...['proofs', 'legs', 'timers', 'lane_swaps'],
];

/** From so many swaps on, rebuilding the indexes is faster than updating them. */
const large = 50_000;

/** Events of each swap: of the template's, the first ones. */
const eventsEach = 7;

/** Adds the swaps. Triggers and foreign keys are off: these swaps are read, and never paid. */
export async function fillHistory(
  sql: Sql,
  { template, swaps, days, chunk = 20_000 }: History,
  told: (done: number) => void = () => undefined,
): Promise<void> {
  await sql('set session_replication_role = replica');
  await sql(share);
  for (const text of surroundings) await sql(text, text.includes('$1') ? [[...historyChains]] : []);
  const copy = async (): Promise<void> => {
    for (let from = 1; from <= swaps; from += chunk) {
      const to = Math.min(swaps, from + chunk - 1);
      await sql('begin');
      await sql(made, [from, to, swaps, (days * 86_400) / swaps]);
      for (const text of inserts) await sql(text, valuesOf(text, template, swaps));
      await sql('commit');
      told(to);
    }
  };
  await (swaps < large ? copy() : withoutIndexes(sql, tables, copy));
  for (const text of afterwards) await sql(text, text.includes('$1') ? [swaps] : []);
  await sql('set session_replication_role = origin');
  await sql('vacuum analyze');
  await sql('checkpoint');
}

function valuesOf(text: string, template: string, swaps: number): (string | number)[] {
  if (text.includes('$3')) return [template, Math.ceil(swaps / 20), swaps];
  if (text.includes('$2')) return [template, eventsEach];
  return text.includes('$1') ? [template] : [];
}
