import { fieldLabels, fields, type JobDraft } from './job-draft.ts';

/** What the new job says otherwise than the old one. */
export function JobChanges({ before, now }: { before: JobDraft; now: JobDraft }) {
  const changed = fields.filter((field) => before[field] !== now[field]);
  if (changed.length === 0)
    return <p>Nothing is changed: it is the same job, with as much time as the old one had.</p>;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">What</span>
          </th>
          <th scope="col">Old job</th>
          <th scope="col">New job</th>
        </tr>
      </thead>
      <tbody>
        {changed.map((field) => (
          <tr key={field}>
            <th scope="row">{fieldLabels[field]}</th>
            <td className="whole">{before[field] || '–'}</td>
            <td className="whole">{now[field] || '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
