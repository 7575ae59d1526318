import type { ApiAnswer, JobAnswer } from './client.ts';
import { editedJob } from './plan-edits.ts';
import type { PlannedJob } from './plan-jobs.ts';

/**
 * The jobs that the audit looks at: one that was edited counts as two, each with its own swaps and
 * its own payments, of which together at most one pays. An edit that was refused is no job: what
 * pays its amount is unexplained.
 */
export function splitEdits(
  jobs: readonly PlannedJob[],
  api: ReadonlyMap<string, JobAnswer>,
): { jobs: PlannedJob[]; api: Map<string, JobAnswer> } {
  const split = { jobs: [...jobs], api: new Map(api) };
  for (const job of jobs) {
    const told = api.get(job.key);
    const edited = editedJob(job);
    if (!told || !edited) continue;
    const swaps: ApiAnswer[] = [told, ...told.earlier];
    const first = swaps.findIndex(({ swap }) => swap.replaces !== undefined);
    const [old, ...earlier] = swaps.slice(first + 1);
    if (first < 0 || !old) continue;
    split.jobs.push(edited);
    split.api.set(edited.key, { ...told, earlier: swaps.slice(1, first + 1) });
    split.api.set(job.key, { ...old, earlier, editedAs: edited.key });
  }
  return split;
}
