import { useIsMasked } from '../../../session/session.ts';
import { TreasuryHead } from '../treasury-head.tsx';
import { ExportForm } from './export-form.tsx';

export function Page() {
  const isMasked = useIsMasked();
  return (
    <>
      <TreasuryHead title="Treasury: books">
        What swaps have moved, for those who keep books.
      </TreasuryHead>
      <section aria-labelledby="holds">
        <h2 id="holds">What an export has</h2>
        <ul className="findings">
          <li>
            Every swap that ended in the period and moved something: what was sold, what arrived,
            network fees, other charges, refunds, with hashes. A swap that is under way is in the
            period in which it ends.
          </li>
          <li>
            Prices in US dollars from the guard’s policy, stored at settlement. A swap that was
            booked more than an hour after its end has none.
          </li>
          <li>
            Days begin at midnight in UTC. Of a period that is over the bytes are the same on any
            day. Later corrections are entries of the day on which they are made.
          </li>
          <li>
            Not in it: transfers that Ferryman did not make. They are drift, on the page of the
            balances.
          </li>
        </ul>
      </section>
      {isMasked ? (
        <p className="empty">
          A key with masks reads no books: they are made of addresses and hashes. Ask an
          administrator for another key.
        </p>
      ) : (
        <ExportForm />
      )}
    </>
  );
}
