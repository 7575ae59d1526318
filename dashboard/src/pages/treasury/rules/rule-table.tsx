import { Link } from '@tanstack/react-router';
import type { TreasuryOccurrence, TreasuryRule } from 'ferryman-client';
import { actsColumn } from '../../../parts/acts-column.tsx';
import { column, DataTable } from '../../../parts/data-table.tsx';
import { Time } from '../../../parts/time.tsx';
import { ZonedTime } from '../../../parts/zoned-time.tsx';
import { StopButton } from '../../../shell/stop-button.tsx';
import { StopNote } from '../../../shell/stop-note.tsx';
import { OccurrenceState } from './occurrence-cells.tsx';
import { PauseButton } from './pause-button.tsx';
import { commonOf } from './rule-body.ts';
import { RuleState } from './rule-state.tsx';

type RuleRow = TreasuryRule & { last?: TreasuryOccurrence | undefined };

const targetOf = ({ id }: TreasuryRule) => ({ scope: 'rule' as const, subject: id });

const columns = [
  column<RuleRow>('id', 'Rule', ({ id, rule }) => (
    <Link to="/treasury/rules/$id" params={{ id }} title={commonOf(rule).note}>
      {id}
    </Link>
  )),
  column<RuleRow>('kind', 'Kind', ({ kind }) => kind),
  column<RuleRow>('wallet', 'Wallet', ({ rule }) => commonOf(rule).wallet),
  column<RuleRow>('state', 'State', (row) => <RuleState rule={row} />),
  column<RuleRow>('next', 'Next run', ({ nextAt, rule }) =>
    nextAt === undefined ? '–' : <ZonedTime at={nextAt} timeZone={commonOf(rule).timeZone} />,
  ),
  column<RuleRow>('last', 'Last run', ({ last }) => (last ? <Last last={last} /> : 'none yet')),
  column<RuleRow>('failures', 'Failed in a row', ({ failures }) => failures, 'end'),
  column<RuleRow>('signing', 'Signing', (row) => <StopNote target={targetOf(row)} />),
  actsColumn<RuleRow>((row) => (
    <span className="acts">
      <PauseButton rule={row} isSmall />
      <StopButton target={targetOf(row)} />
    </span>
  )),
];

function Last({ last: { state, code, instant } }: { last: TreasuryOccurrence }) {
  return (
    <>
      <OccurrenceState state={state} /> {code === undefined ? null : <code>{code}</code>}{' '}
      <Time at={instant} />
    </>
  );
}

export function RuleTable({ rules }: { rules: readonly RuleRow[] }) {
  return (
    <DataTable
      label="Rules of the treasury"
      columns={columns}
      rows={rules}
      rowKey={({ id }) => id}
      empty="There is no rule. Make one with “New rule…”, or with: ferryman treasury rules apply"
    />
  );
}
