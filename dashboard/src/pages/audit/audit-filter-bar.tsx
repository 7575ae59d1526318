import { Link, useNavigate } from '@tanstack/react-router';
import { useKeyNames } from '../../parts/use-key-names.ts';
import { type AuditFilter, readAuditFilter } from './audit-filter.ts';

const apiKey = 'API key ';

/** What the log is filtered by: to what something was done, and which API key did it. */
export function AuditFilterBar({ filter }: { filter: AuditFilter }) {
  const navigate = useNavigate();
  const names = useKeyNames();
  const { subject = '', actor = '' } = filter;
  // The chosen one stays the same option, also while the names are still read.
  const actors = new Map<string, string>(actor === '' ? [] : [[actor, actor.replace(apiKey, '')]]);
  for (const [id, name] of names) actors.set(`${apiKey}${id}`, name);
  return (
    <form
      className="filters"
      aria-label="Filter"
      key={`${subject} ${actor}`}
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const text = (name: string) => String(form.get(name) ?? '').trim();
        const search = readAuditFilter({ subject: text('subject'), actor: text('actor') });
        void navigate({ to: '/audit', search });
      }}
    >
      <label>
        Done to
        <input name="subject" className="wide" defaultValue={subject} placeholder="chain ETH" />
      </label>
      <label>
        Done by
        <select name="actor" defaultValue={actor}>
          <option value="">anyone</option>
          {[...actors].map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="submit">Filter</button>
      {subject === '' && actor === '' ? null : (
        <Link to="/audit" search={{}} className="button">
          All entries
        </Link>
      )}
    </form>
  );
}
