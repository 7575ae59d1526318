import type { Leg, Swap } from 'ferryman-client';
import { Amount } from '../../parts/amount.tsx';
import { legAmount } from '../../parts/leg-amount.ts';

/** What is paid, over what is bought. */
export function RouteCell({ swap: { amount, from, to, order } }: { swap: Swap }) {
  const usd = order?.expectedUsd;
  return (
    <>
      <span className="line" title={`${amount} ${from.symbol} on ${from.chain}`}>
        <Amount value={amount} symbol={from.symbol} /> {from.chain}
      </span>
      <span
        className="line"
        title={`${to.symbol} on ${to.chain}${usd === undefined ? '' : `, worth $${usd} when quoted`}`}
      >
        → <span className="symbol">{to.symbol}</span> {to.chain}
        {usd === undefined ? null : <span className="quiet"> ${usd}</span>}
      </span>
    </>
  );
}

/** The least that must arrive, over what has arrived. */
export function OutCell({ swap }: { swap: Swap }) {
  const least = swap.order?.minOut ?? swap.minOut;
  const [payout, ...others] = swap.legs.filter(({ role }) => role === 'payout');
  return (
    <>
      <span className="line quiet" title="The least that must arrive">
        {least === undefined ? '–' : `≥ ${least} ${swap.to.symbol}`}
      </span>
      <span className="line" title="What has arrived">
        {payout ? arrived(payout, swap) : '–'}
        {others.length > 0 ? ` +${others.length} more` : ''}
      </span>
    </>
  );
}

function arrived(leg: Leg, swap: Swap): string {
  const { value, unit } = legAmount(leg, swap);
  return `${value} ${unit}${leg.promised === undefined ? '' : ', reported'}`;
}

/** Why it waits or has ended. */
export function ReasonCell({ swap: { reason } }: { swap: Swap }) {
  if (!reason) return null;
  return (
    <>
      <span className="line mono" title={reason.code}>
        {reason.code}
      </span>
      <span className="line quiet" title={reason.message}>
        {reason.message}
      </span>
    </>
  );
}

/** Where the job comes from, as its metadata says. */
export function SourceCell({ swap: { metadata, retryOf, replaces } }: { swap: Swap }) {
  const entries = metadata
    ? Object.entries(metadata).map(([key, value]) => `${key}=${value}`)
    : ['masked'];
  const kinds = [...(retryOf ? ['retry'] : []), ...(replaces ? ['edit'] : [])];
  const [first, ...others] = [...kinds, ...entries];
  return (
    <>
      <span className="line" title={entries.join('\n')}>
        {first ?? ''}
      </span>
      <span className="line quiet" title={entries.join('\n')}>
        {others.join(' ')}
      </span>
    </>
  );
}
