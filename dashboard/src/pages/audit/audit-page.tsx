import { getRouteApi } from '@tanstack/react-router';
import { NeedsScope } from '../../parts/needs-scope.tsx';
import { useMay } from '../../session/session.ts';
import { AuditFilterBar } from './audit-filter-bar.tsx';
import { Entries } from './entries.tsx';
import { Verify } from './verify.tsx';

const route = getRouteApi('/audit');

export function Page() {
  const isAdmin = useMay('admin');
  const filter = route.useSearch();
  return (
    <>
      <header>
        <h1>Audit log</h1>
        <p className="quiet">
          Who did what, when and why. Each entry’s hash covers the entry before it.
        </p>
      </header>
      {isAdmin ? (
        <>
          <Verify />
          <AuditFilterBar filter={filter} />
          <Entries key={`${filter.subject} ${filter.actor}`} filter={filter} />
        </>
      ) : (
        <NeedsScope scope="admin" what="the audit log" />
      )}
    </>
  );
}
