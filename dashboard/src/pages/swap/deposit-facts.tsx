import type { Swap } from 'ferryman-client';
import { Amount } from '../../parts/amount.tsx';
import { Time } from '../../parts/time.tsx';

/** What a person has to pay, in full: a shortened address cannot be compared. */
export function DepositFacts({ swap: { state, order, from } }: { swap: Swap }) {
  const deposit = order?.deposit;
  if (state !== 'awaiting_deposit' || !deposit) return null;
  return (
    <>
      <dt>Send</dt>
      <dd>
        <Amount value={deposit.amount} symbol={from.symbol} /> on {from.chain}
        {deposit.payBy === undefined ? null : (
          <>
            ; the time to pay ends <Time at={deposit.payBy} />
          </>
        )}
      </dd>
      <dt>To</dt>
      <dd>
        <code>{deposit.address}</code>
      </dd>
      {deposit.memo === undefined ? null : (
        <>
          <dt>With memo</dt>
          <dd>
            <code>{deposit.memo}</code>, or the money may be lost
          </dd>
        </>
      )}
    </>
  );
}
