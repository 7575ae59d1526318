import type { PlannedJob } from './plan-jobs.ts';

/**
 * The job as it is after its edit, if one is planned. Its key names it everywhere, and is the
 * idempotency key of the edit.
 */
export function editedJob(job: PlannedJob): PlannedJob | undefined {
  if (!job.edit) return undefined;
  const { edit, ...kept } = job;
  const { wallet, amount, receiver, minOut } = edit;
  return { ...kept, key: `${job.key}-edited`, wallet, amount, receiver, minOut };
}

/** Every job as planned, and as it may be edited. */
export function versionsOf(jobs: readonly PlannedJob[]): PlannedJob[] {
  return jobs.flatMap((job) => [job, editedJob(job) ?? []].flat());
}
