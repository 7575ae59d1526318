import { Link } from '@tanstack/react-router';
import type { Lane } from 'ferryman-client';
import { actsColumn } from '../../parts/acts-column.tsx';
import { column, DataTable } from '../../parts/data-table.tsx';
import { Time } from '../../parts/time.tsx';
import { StopButton } from '../../shell/stop-button.tsx';
import { StopNote } from '../../shell/stop-note.tsx';

/** Slots are absent if the lane is idle: the service does not list it. */
export type LaneRow = Pick<Lane, 'wallet' | 'chain' | 'waiting'> &
  Partial<Pick<Lane, 'used' | 'slots'>> & { waitsSince?: string };

const targetOf = ({ wallet, chain }: LaneRow) => ({
  scope: 'lane' as const,
  subject: `${wallet}@${chain}`,
});

const columns = [
  column<LaneRow>('wallet', 'Wallet account', ({ wallet, chain }) => (
    <Link
      to="/swaps"
      search={{ wallet, fromChain: chain }}
      title={`Swaps of ${wallet} from ${chain}`}
    >
      {wallet}
    </Link>
  )),
  column<LaneRow>('chain', 'Chain', ({ chain }) => chain),
  column<LaneRow>(
    'slots',
    'Slots used',
    ({ used, slots }) => (used === undefined ? '–' : `${used} of ${slots}`),
    'end',
  ),
  column<LaneRow>(
    'waiting',
    'Waiting',
    ({ wallet, chain, waiting }) =>
      waiting === 0 ? (
        '0'
      ) : (
        <Link to="/swaps" search={{ wallet, fromChain: chain, state: 'requested' }}>
          {waiting} waiting
        </Link>
      ),
    'end',
  ),
  column<LaneRow>('oldest', 'First waits since', ({ waitsSince }) =>
    waitsSince === undefined ? '–' : <Time at={waitsSince} />,
  ),
  column<LaneRow>('stopped', 'Signing', (row) => <StopNote target={targetOf(row)} />),
  actsColumn<LaneRow>((row) => <StopButton target={targetOf(row)} />),
];

export function LaneTable({ rows }: { rows: readonly LaneRow[] }) {
  return (
    <DataTable
      label="Lanes"
      columns={columns}
      rows={rows}
      rowKey={(row) => targetOf(row).subject}
      empty="No lane has swaps, and none is stopped."
    />
  );
}
