import type { BulkKind } from '../../core/operator/bulk-action.ts';
import { type BulkRules, type BulkSubject, judgeBulk } from '../../core/operator/judge-bulk.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type { ApiKeyRecord } from '../../ports/stores/api-key-store.ts';
import type { BulkStore } from '../../ports/stores/bulk-store.ts';
import type { ExecutorContext } from '../context.ts';
import { outOfReach } from './out-of-reach.ts';

/** What a bulk action would do now. */
export interface BulkPreview {
  /** Swaps that match the filter. */
  matched: number;
  /** So many of them were judged, the oldest first. */
  judged: number;
  eligible: { count: number; samples: SwapId[] };
  skipped: { code: string; message: string; count: number; samples: SwapId[] }[];
  /** Swaps of which something may have been sent. A retry is refused for them. */
  mayHaveSent: { count: number; swaps: SwapId[] };
}

/** Swaps that one statement reads. */
const chunk = 100;
/** Milliseconds after which the judging ends: a client waits for the answer. */
const longest = 15_000;
const maxSamples = 10;
const maxListed = 1_000;

export interface BulkPreviewRequest {
  action: BulkKind;
  /** As it was given. */
  filter: Readonly<Record<string, string>>;
  /** In the order in which they would be done. */
  swaps: readonly SwapId[];
  key: ApiKeyRecord;
}

/** Judges swaps as a bulk action of this key would. Writes nothing. */
export async function previewBulkAction(
  { journal, policy }: Pick<ExecutorContext<Pick<BulkStore, 'bulkSubjects'>>, 'journal' | 'policy'>,
  { action, filter, swaps, key }: BulkPreviewRequest,
): Promise<BulkPreview> {
  const { maxGenerations } = policy;
  const rules = { action, filter, maxGenerations, outOfReach: outOfReach(key) };
  const started = performance.now();
  const preview: BulkPreview = {
    matched: swaps.length,
    judged: 0,
    eligible: { count: 0, samples: [] },
    skipped: [],
    mayHaveSent: { count: 0, swaps: [] },
  };
  for (let from = 0; from < swaps.length; from += chunk) {
    const part = swaps.slice(from, from + chunk);
    for (const subject of await journal.bulkSubjects(part)) count(preview, subject, rules);
    preview.judged += part.length;
    if (performance.now() - started > longest) break;
  }
  return preview;
}

function count(preview: BulkPreview, subject: BulkSubject, rules: BulkRules): void {
  const { id } = subject.snapshot.swap;
  const { skip, mayHaveSent } = judgeBulk(subject, rules);
  if (mayHaveSent) {
    preview.mayHaveSent.count += 1;
    if (preview.mayHaveSent.swaps.length < maxListed) preview.mayHaveSent.swaps.push(id);
  }
  if (!skip) {
    add(preview.eligible, id);
    return;
  }
  let group = preview.skipped.find(({ code }) => code === skip.code);
  if (!group) {
    group = { ...skip, count: 0, samples: [] };
    preview.skipped.push(group);
  }
  add(group, id);
}

function add(group: { count: number; samples: SwapId[] }, id: SwapId): void {
  group.count += 1;
  if (group.samples.length < maxSamples) group.samples.push(id);
}
