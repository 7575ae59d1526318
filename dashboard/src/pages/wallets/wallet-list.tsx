import { Link } from '@tanstack/react-router';
import { actsColumn } from '../../parts/acts-column.tsx';
import { Copied } from '../../parts/copied.tsx';
import { column, DataTable } from '../../parts/data-table.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useWallets } from '../../parts/use-wallets.ts';
import { StopButton } from '../../shell/stop-button.tsx';
import { StopNote } from '../../shell/stop-note.tsx';
import { ReleaseButton } from './release-button.tsx';
import type { Wallet } from './wallet.ts';

const targetOf = ({ name }: Wallet) => ({ scope: 'wallet' as const, subject: name });

const columns = [
  column<Wallet>('name', 'Wallet', ({ name }) => (
    <Link to="/swaps" search={{ wallet: name }} aria-label={`Swaps of ${name}`}>
      {name}
    </Link>
  )),
  column<Wallet>('family', 'Family', ({ family }) => family),
  column<Wallet>('address', 'Address', ({ address }) => <Copied text={address} keep={8} />),
  column<Wallet>('frozen', 'Frozen', ({ frozenReason }) =>
    frozenReason === undefined ? (
      <span className="quiet">no</span>
    ) : (
      <div className="meaning">
        <span className="label tone-bad">frozen</span>
        <p>{frozenReason}</p>
      </div>
    ),
  ),
  column<Wallet>('stopped', 'Signing', (wallet) =>
    wallet.frozenReason === undefined ? <StopNote target={targetOf(wallet)} /> : 'signs nothing',
  ),
  actsColumn<Wallet>((wallet) => (
    <span className="acts">
      {wallet.frozenReason === undefined ? null : <ReleaseButton wallet={wallet} />}
      <StopButton target={targetOf(wallet)} />
    </span>
  )),
];

export function WalletList() {
  const { data, error } = useWallets();
  return (
    <section>
      {error ? <Problem error={error} /> : null}
      {data ? (
        <DataTable
          label="Wallets"
          columns={columns}
          rows={data.wallets}
          rowKey={({ name, family }) => `${name} ${family}`}
          empty="There is no wallet. Make one with: ferryman wallet create"
        />
      ) : null}
    </section>
  );
}
