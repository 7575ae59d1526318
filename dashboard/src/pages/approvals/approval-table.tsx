import { Link } from '@tanstack/react-router';
import type { Approval } from 'ferryman-client';
import { Actor } from '../../parts/audit-cells.tsx';
import { column, DataTable } from '../../parts/data-table.tsx';
import { SwapLink } from '../../parts/swap-link.tsx';
import { Time } from '../../parts/time.tsx';
import { itemText, standingText } from './item-text.ts';

const columns = [
  column<Approval>('item', 'What', (approval) => (
    <Link to="/approvals/$id" params={{ id: approval.id }}>
      {itemText(approval)}
    </Link>
  )),
  column<Approval>('rule', 'Rule', ({ rule, message }) => <span title={message}>{rule}</span>),
  column<Approval>('state', 'State', standingText),
  column<Approval>('swap', 'Swap', ({ swap }) => <SwapLink id={swap.id} />),
  column<Approval>('from', 'From → to', ({ swap }) => `${swap.fromChain} → ${swap.toChain}`),
  column<Approval>('opened', 'Opened', ({ createdAt }) => <Time at={createdAt} />),
  column<Approval>('expires', 'Expires', ({ state, expiresAt }) =>
    state === 'open' ? <Time at={expiresAt} /> : '',
  ),
  column<Approval>('by', 'Decided by', ({ decided }) =>
    decided ? <Actor actor={decided.by} /> : '',
  ),
];

export function ApprovalTable({
  label,
  approvals,
  empty,
}: {
  label: string;
  approvals: readonly Approval[];
  empty: string;
}) {
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={approvals}
      rowKey={({ id }) => id}
      empty={empty}
    />
  );
}
