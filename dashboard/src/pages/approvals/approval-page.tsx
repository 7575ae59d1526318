import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Approval } from 'ferryman-client';
import type { ReactNode } from 'react';
import { Copied } from '../../parts/copied.tsx';
import { Problem } from '../../parts/problem.tsx';
import { SwapLink } from '../../parts/swap-link.tsx';
import { Time } from '../../parts/time.tsx';
import { useSession } from '../../session/session.ts';
import { ApprovalActs } from './approval-acts.tsx';
import { itemText, standingText } from './item-text.ts';
import { Votes } from './votes.tsx';

const route = getRouteApi('/approvals/$id');

/** One item that the guard holds a swap for: what is known of it, and the decision. */
export function Page() {
  const { client } = useSession();
  const { id } = route.useParams();
  const { data, error } = useQuery({
    queryKey: ['approvals', id],
    queryFn: ({ signal }) => client.approvals.get(id, { signal }),
  });
  if (!data)
    return error ? <Problem error={error} /> : <p className="quiet">Reading the approval…</p>;
  const { approval } = data;
  const { swap, requesters, state, expiresAt } = approval;
  return (
    <>
      <header>
        <p>
          <Link to="/approvals">Approvals</Link>
        </p>
        <h1>{itemText(approval)}</h1>
        <p>
          {standingText(approval)}
          {state === 'open' ? (
            <>
              {' '}
              · expires <Time at={expiresAt} />
            </>
          ) : null}
        </p>
      </header>
      {error ? <Problem error={error} /> : null}
      {approval.item.kind === 'payment' ? (
        <Votes approval={approval} />
      ) : (
        <ApprovalActs approval={approval} />
      )}
      <dl className="facts">
        <dt>Swap</dt>
        <dd>
          <SwapLink id={swap.id} /> of {swap.wallet}, {swap.fromChain} → {swap.toChain}
        </dd>
        <dt>Asked for by</dt>
        <dd>{requesters.map((one) => one.replace('API key ', '')).join(', ')}</dd>
        <dt>Opened</dt>
        <dd>
          <Time at={approval.createdAt} />
        </dd>
        <Decision approval={approval} />
        <dt>Id</dt>
        <dd>
          <Copied text={approval.id} />
        </dd>
      </dl>
      <Known approval={approval} />
    </>
  );
}

function Decision({ approval: { decided, admission } }: { approval: Approval }) {
  if (!decided) return null;
  const revoked = admission?.revoked;
  return (
    <>
      <dt>Decided</dt>
      <dd>
        <Time at={decided.at} /> by {decided.by}: {decided.reason}
      </dd>
      {admission?.until === undefined ? null : (
        <>
          <dt>Admitted until</dt>
          <dd>
            <Time at={admission.until} />
          </dd>
        </>
      )}
      {revoked ? (
        <>
          <dt>Revoked</dt>
          <dd>
            <Time at={revoked.at} /> by {revoked.by}: {revoked.reason}
          </dd>
        </>
      ) : null}
    </>
  );
}

function Known({ approval: { rule, message, known, item } }: { approval: Approval }) {
  const codes = [
    ['code hash', item.codeHash],
    ['implementation hash', item.implementationHash],
  ].flatMap(([name, hash]) => (name && hash ? [[name, hash] as const] : []));
  return (
    <section aria-labelledby="known">
      <h2 id="known">What is known</h2>
      <p>
        {rule}: {message}
      </p>
      <Facts pairs={[...codes, ...Object.entries(known.facts)]} />
      {known.contract ? (
        <>
          <h3>What the chain shows of the address</h3>
          <Facts pairs={Object.entries(known.contract)} />
        </>
      ) : null}
      {known.simulation.length > 0 ? (
        <>
          <h3>What the transaction would have changed, at block {known.block}</h3>
          <ul className="findings">
            {known.simulation.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      ) : (
        <p className="quiet">Nothing was simulated: the guard judged the order alone.</p>
      )}
      <p className="quiet">
        By the policy <Copied text={known.policy} />
      </p>
    </section>
  );
}

function Facts({ pairs }: { pairs: readonly (readonly [string, string])[] }) {
  const rows: ReactNode[] = pairs.flatMap(([name, value]) => [
    <dt key={`${name} name`}>{name}</dt>,
    <dd key={`${name} value`} className="mono">
      {value}
    </dd>,
  ]);
  return rows.length === 0 ? null : <dl className="facts">{rows}</dl>;
}
