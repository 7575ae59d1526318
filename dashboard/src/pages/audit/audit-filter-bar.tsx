import { Link, useNavigate } from '@tanstack/react-router';
import type { AuditFilter } from './audit-filter.ts';

export function AuditFilterBar({ filter: { subject = '' } }: { filter: AuditFilter }) {
  const navigate = useNavigate();
  return (
    <form
      className="filters"
      aria-label="Filter"
      key={subject}
      onSubmit={(event) => {
        event.preventDefault();
        const given = String(new FormData(event.currentTarget).get('subject')).trim();
        void navigate({ to: '/audit', search: given === '' ? {} : { subject: given } });
      }}
    >
      <label>
        Done to
        <input name="subject" className="wide" defaultValue={subject} placeholder="chain ETH" />
      </label>
      <button type="submit">Filter</button>
      {subject === '' ? null : (
        <Link to="/audit" search={{}} className="button">
          All entries
        </Link>
      )}
    </form>
  );
}
