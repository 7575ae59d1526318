import type { Swap } from 'ferryman-client';
import { hasEnded } from 'ferryman-client';
import { Amount } from '../../parts/amount.tsx';
import { ChainLink } from '../../parts/chain-link.tsx';
import { Masked } from '../../parts/masked.tsx';
import { SwapLink } from '../../parts/swap-link.tsx';
import { exactTime, Time } from '../../parts/time.tsx';

/** What the job asked for, and what the order promises. */
export function Terms({ swap }: { swap: Swap }) {
  const { from, to, order } = swap;
  const metadata = swap.metadata && Object.entries(swap.metadata);
  return (
    <section aria-labelledby="terms">
      <h2 id="terms">Job</h2>
      <dl className="facts">
        <dt>Pays</dt>
        <dd>
          <Amount value={swap.amount} symbol={from.symbol} />{' '}
          {swap.flow === 'deposit-by-hand' ? (
            `on ${from.chain}: a person pays it, Ferryman signs nothing`
          ) : (
            <>
              from wallet {swap.wallet.name}{' '}
              <ChainLink chain={from.chain} kind="account" id={swap.wallet.address} /> on{' '}
              {from.chain}
            </>
          )}
        </dd>
        <dt>Receiver</dt>
        <dd>
          <ChainLink chain={to.chain} kind="account" id={swap.receiver} /> on {to.chain}
        </dd>
        <dt>Refund to</dt>
        <dd>
          <ChainLink chain={from.chain} kind="account" id={swap.refundAddress} /> on {from.chain}
        </dd>
        <dt>Price bound</dt>
        <dd>
          {swap.minOut === undefined ? (
            `at most ${percent(swap.slippageBps ?? 0)} below the quote`
          ) : (
            <>
              at least <Amount value={swap.minOut} symbol={to.symbol} />
            </>
          )}
        </dd>
        {swap.broadcast === undefined ? null : (
          <>
            <dt>Broadcast</dt>
            <dd>
              {swap.broadcast === 'private-strict' ? 'to the relays only' : 'to the relays first'}
            </dd>
          </>
        )}
        {order ? (
          <>
            <dt>Order</dt>
            <dd>
              {order.provider} ({order.swapType}), expects{' '}
              <Amount value={order.expectedOut} symbol={to.symbol} />, at least{' '}
              <Amount value={order.minOut} symbol={to.symbol} />
              {order.expectedUsd === undefined ? null : `, worth $${order.expectedUsd} when quoted`}
            </dd>
          </>
        ) : null}
        {order?.deposit ? (
          <>
            <dt>Deposit</dt>
            <dd>
              <Amount value={order.deposit.amount} symbol={from.symbol} /> to{' '}
              <ChainLink chain={from.chain} kind="account" id={order.deposit.address} />
              {order.deposit.memo ? (
                <>
                  {' '}
                  with the memo <code>{order.deposit.memo}</code>
                </>
              ) : null}
            </dd>
          </>
        ) : null}
        <dt>Submitted</dt>
        <dd>{exactTime(swap.createdAt)}</dd>
        {hasEnded(swap) ? null : (
          <>
            <dt>Deadline</dt>
            <dd>
              {exactTime(swap.deadline)} (<Time at={swap.deadline} />)
            </dd>
          </>
        )}
        {swap.lane ? (
          <>
            <dt>Lane</dt>
            <dd>
              position {swap.lane.position} of {swap.lane.waiting} that wait for {swap.lane.slots}{' '}
              slots
            </dd>
          </>
        ) : null}
        <dt>Idempotency key</dt>
        <dd className="mono">{swap.idempotencyKey}</dd>
        <Other name="Tries again" id={swap.retryOf} />
        <Other name="Tried again by" id={swap.retriedBy} />
        <Other name="Replaces" id={swap.replaces} />
        <Other name="Replaced by" id={swap.replacedBy} />
        {metadata ? null : (
          <>
            <dt>Metadata</dt>
            <dd>
              <Masked />
            </dd>
          </>
        )}
        {metadata?.map(([key, value]) => (
          <div key={key} className="fact">
            <dt>{key}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Other({ name, id }: { name: string; id: string | undefined }) {
  if (id === undefined) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <SwapLink id={id} />
      </dd>
    </>
  );
}

/** Basis points as a percentage; integers, so nothing is rounded. */
function percent(bps: number): string {
  const cents = String(bps % 100).padStart(2, '0');
  return `${Math.floor(bps / 100)}${bps % 100 === 0 ? '' : `.${cents}`}%`;
}
