import { Link } from '@tanstack/react-router';
import { balanceColumns, balanceRows } from '../../parts/balance-columns.tsx';
import { balanceKey } from '../../parts/balance-key.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { ListEnd } from '../../parts/list-end.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useBalances } from '../../parts/use-balances.ts';

const columns = balanceColumns();

export function Balances() {
  const { data, error } = useBalances();
  return (
    <section>
      <h2>Balances</h2>
      <p className="hint">
        As Ferryman last read them: it reads a balance when a swap needs it. Signed and leased
        transactions may still take what is reserved. What they were worth over time is on the page
        of the <Link to="/treasury/balances">treasury’s balances</Link>.
      </p>
      {error ? <Problem error={error} /> : null}
      {data ? (
        <DataTable
          label="Balances"
          columns={columns}
          rows={balanceRows(data)}
          rowKey={(row) => balanceKey(row)}
          empty="No balance was read yet."
        />
      ) : null}
      {data ? <ListEnd count={data.length} /> : null}
    </section>
  );
}
