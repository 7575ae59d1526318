import { Link } from '@tanstack/react-router';
import { useOpenApprovals } from '../pages/approvals/use-open-approvals.ts';

/** What persons have to decide, on every page. */
export function ApprovalsWaiting() {
  const open = useOpenApprovals()?.count ?? 0;
  if (open === 0) return null;
  return (
    <Link to="/approvals" className="approvals-waiting">
      {open === 1 ? '1 approval' : `${open} approvals`}
      <span className="on-wide"> waiting</span>
    </Link>
  );
}
