import type { Swap, SwapRecord } from 'ferryman-client';
import { Actions } from './actions.tsx';
import { DepositFacts } from './deposit-facts.tsx';
import { retryText } from './retry-text.ts';
import { SwapLink } from './swap-link.tsx';

/** Where the money is, and the next safe action: the first thing that a person reads. */
export function Banner({ swap, record }: { swap: Swap; record: SwapRecord }) {
  const { where, action, retry } = record.money;
  const { retriedBy } = swap;
  const tone =
    retriedBy === undefined ? ({ none: 'good', wait: '' }[action.kind as string] ?? 'person') : '';
  return (
    <section className={`banner ${tone}`} aria-label="Where the money is">
      <p className="where">{where}</p>
      {retriedBy === undefined ? (
        <p>{action.text}</p>
      ) : (
        <p>
          A person retried it. Swap <SwapLink id={retriedBy} /> does its job now.
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
        {action.kind === 'none' || retriedBy !== undefined ? null : (
          <>
            <dt>Retry</dt>
            <dd>{retryText(retry)}</dd>
          </>
        )}
      </dl>
      <Actions swap={swap} record={record} />
    </section>
  );
}
