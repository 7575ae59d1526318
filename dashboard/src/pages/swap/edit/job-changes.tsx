import { Comparison } from '../../../parts/comparison.tsx';
import { fieldLabels, fields, type JobDraft } from './job-draft.ts';

/** What differs between the new job and the old one. */
export function JobChanges({ before, now }: { before: JobDraft; now: JobDraft }) {
  const changed = fields.filter((field) => before[field] !== now[field]);
  if (changed.length === 0)
    return <p>Nothing is changed: it is the same job, with as much time as the old one had.</p>;
  return (
    <Comparison
      before="Old job"
      now="New job"
      rows={changed.map((field) => ({
        name: fieldLabels[field],
        before: before[field] || '–',
        now: now[field] || '–',
      }))}
    />
  );
}
