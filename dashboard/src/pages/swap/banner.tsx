import type { Swap, SwapRecord } from 'ferryman-client';
import { SwapLink } from '../../parts/swap-link.tsx';
import { Actions } from './actions.tsx';
import { DepositFacts } from './deposit-facts.tsx';
import { retryText } from './retry-text.ts';

/** Where the money is, and the next safe action: the first thing that a person reads. */
export function Banner({ swap, record }: { swap: Swap; record: SwapRecord }) {
  const { where, action, retry, cancel } = record.money;
  const { retriedBy, replacedBy } = swap;
  const successor = replacedBy ?? retriedBy;
  const tone = successor === undefined ? toneOf(swap, action.kind) : '';
  return (
    <section className={`banner ${tone}`} aria-label="Where the money is">
      <p className="where">{where}</p>
      {successor === undefined ? (
        <p>{action.text}</p>
      ) : (
        <p>
          {replacedBy === undefined ? 'A person retried it.' : 'A person edited it.'} Swap{' '}
          <SwapLink id={successor} /> takes its place: follow that one. This one has paid nothing,
          and never will.
        </p>
      )}
      <dl className="facts">
        <DepositFacts swap={swap} />
        {swap.reason ? (
          <>
            <dt>Why</dt>
            <dd>
              {swap.reason.message} <code className="quiet">{swap.reason.code}</code>
            </dd>
          </>
        ) : null}
        {cancel.code === 'CANCEL_PENDING' ? (
          <>
            <dt>Cancel</dt>
            <dd>A person asked for it, and the chain decides.</dd>
          </>
        ) : null}
        {successor === undefined ? (
          <>
            <dt>Retry</dt>
            <dd>{retryText(retry, swap)}</dd>
          </>
        ) : null}
      </dl>
      <Actions swap={swap} record={record} />
    </section>
  );
}

/** Good only if the receiver was paid. */
function toneOf({ state }: Swap, action: SwapRecord['money']['action']['kind']): string {
  if (state === 'settled') return 'good';
  return action === 'none' || action === 'wait' ? '' : 'person';
}
