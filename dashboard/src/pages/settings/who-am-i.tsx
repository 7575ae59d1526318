import { Copied } from '../../parts/copied.tsx';
import { exactTime, Time } from '../../parts/time.tsx';
import { type Scope, useSession } from '../../session/session.ts';

const meanings: Readonly<Record<Scope, string>> = {
  view: 'reads',
  submit: 'submits, retries and cancels swaps, and stops signing',
  approve: 'decides what needs a person, and resumes signing',
  admin: 'manages keys and webhooks, and reads the audit log',
};

/** By which key the person is signed in, and what it allows. */
export function WhoAmI() {
  const { name, keyId, scopes, wallets, chains, masks, requestsPerMinute, expiresAt } =
    useSession();
  return (
    <section aria-labelledby="who">
      <h2 id="who">You</h2>
      <dl className="facts">
        <dt>API key</dt>
        <dd>
          {name ?? 'without a name'} <Copied text={keyId} keep={16} />
        </dd>
        <dt>Scopes</dt>
        <dd>
          <ul>
            {scopes.map((scope) => (
              <li key={scope}>
                <code>{scope}</code> {meanings[scope]}
              </li>
            ))}
          </ul>
        </dd>
        <dt>Acts on wallets</dt>
        <dd>{wallets?.join(', ') ?? 'all'}</dd>
        <dt>Acts on chains</dt>
        <dd>{chains?.join(', ') ?? 'all'}</dd>
        <dt>Does not see</dt>
        <dd>{masks.join(', ') || 'nothing: no mask is set'}</dd>
        <dt>Requests a minute</dt>
        <dd>{requestsPerMinute ?? 'as the service sets for all keys'}</dd>
        <dt>Session</dt>
        <dd>
          {expiresAt === undefined ? (
            'none: each request carries the key'
          ) : (
            <>
              ends <Time at={expiresAt} />, at {exactTime(expiresAt)}
            </>
          )}
        </dd>
      </dl>
    </section>
  );
}
