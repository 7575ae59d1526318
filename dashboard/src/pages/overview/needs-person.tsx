import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Overview } from 'ferryman-client';
import { personStates } from '../../parts/swap-states.ts';
import { useSession } from '../../session/session.ts';
import { ApprovalTable } from '../approvals/approval-table.tsx';
import { useOpenApprovals } from '../approvals/use-open-approvals.ts';
import { SwapTable } from '../swaps/swap-table.tsx';

const waiting = personStates.join(',');
const shown = 20;

/** Swaps that wait for a person, money whose place is unknown, frozen wallets and low gas. */
export function NeedsPerson({ overview }: { overview: Overview }) {
  const { client } = useSession();
  const { data } = useQuery({
    queryKey: ['swaps', 'needs-person'],
    queryFn: ({ signal }) =>
      client.swaps.list({ state: waiting, limit: shown }, { signal }).take(shown),
  });
  const approvals = useOpenApprovals();
  const unknown = overview.funds.find(({ fundsState }) => fundsState === 'unknown')?.count ?? 0;
  const count = overview.open
    .filter(({ state }) => personStates.includes(state))
    .reduce((sum, one) => sum + one.count, 0);
  const troubles = [
    ...overview.frozenWallets.map(({ name, family }) => ({
      key: `frozen ${family} ${name}`,
      text: `The wallet ${name} (${family}) is frozen: it signs nothing.`,
      to: '/wallets' as const,
    })),
    ...overview.lowGas.map(({ wallet, chain }) => ({
      key: `gas ${wallet} ${chain}`,
      text: `The wallet ${wallet} is low on gas on ${chain}.`,
      to: '/wallets' as const,
    })),
    ...overview.processes
      // Many have no rules, and need no worker for them.
      .filter(({ role, count }) => count === 0 && role !== 'treasury')
      .map(({ role }) => ({
        key: `role ${role}`,
        text: `No live process does "${role}": ${missing[role]}.`,
        to: '/networks' as const,
      })),
  ];
  return (
    <section aria-labelledby="person">
      <h2 id="person">Needs a person</h2>
      {approvals && approvals.count > 0 ? (
        <ApprovalTable label="Approvals that wait" approvals={approvals.approvals} empty="" />
      ) : null}
      {approvals && approvals.count > approvals.approvals.length ? (
        <p>
          <Link to="/approvals">All {approvals.count} approvals that wait</Link>
        </p>
      ) : null}
      {unknown > 0 ? (
        <p className="trouble bad">
          <Link to="/swaps" search={{ fundsState: 'unknown' }}>
            {unknown === 1
              ? '1 swap: it is not proven where its money is.'
              : `${unknown} swaps: it is not proven where their money is.`}
          </Link>
        </p>
      ) : null}
      {troubles.map(({ key, text, to }) => (
        <p key={key} className="trouble">
          <Link to={to}>{text}</Link>
        </p>
      ))}
      {data ? (
        <SwapTable
          label="Swaps that need a person"
          swaps={data}
          empty={
            troubles.length + unknown > 0
              ? 'No swap waits for a person.'
              : 'Nothing. No swap waits for a person.'
          }
        />
      ) : null}
      {count > shown ? (
        <p>
          <Link to="/swaps" search={{ state: waiting }}>
            All {count} that wait for a person
          </Link>
        </p>
      ) : null}
    </section>
  );
}

const missing: Readonly<Record<Overview['processes'][number]['role'], string>> = {
  api: 'programs cannot submit',
  execute: 'no swap is executed',
  track: 'no swap is followed on its chain',
  recover: 'what a dead process left is not taken over',
  treasury: 'no rule of the treasury is followed',
};
