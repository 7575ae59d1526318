import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isFerrymanError } from 'ferryman-client';
import { type ReactNode, useMemo } from 'react';
import { Problem } from '../parts/problem.tsx';
import { createSessionClient } from './api.ts';
import { type Session, SessionContext } from './session.ts';
import { SignIn } from './sign-in.tsx';

/** Shows its children to those who are signed in, and the sign-in page to others. */
export function SessionGate({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const { data, error, isPending } = useQuery({
    queryKey: ['session'],
    queryFn: ({ signal }) => createSessionClient().session.get({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const session = useMemo((): Session | undefined => {
    if (!data) return undefined;
    const client = createSessionClient(data.session?.csrfToken);
    return {
      client,
      keyId: data.key.id,
      name: data.key.name,
      scopes: data.key.scopes,
      wallets: data.key.wallets,
      chains: data.key.chains,
      masks: data.key.masks ?? [],
      requestsPerMinute: data.key.requestsPerMinute,
      expiresAt: data.session?.expiresAt,
      async signOut() {
        await client.session.end();
        // The gate closes first: pages that are shown would ask again for what is taken away.
        await queries.resetQueries({ queryKey: ['session'] });
        queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
      },
    };
  }, [data, queries]);
  if (isPending) return <p className="gate-wait">Asking the service who you are…</p>;
  if (session) return <SessionContext value={session}>{children}</SessionContext>;
  if (isFerrymanError(error, 'UNAUTHORIZED'))
    return <SignIn onSignedIn={() => queries.resetQueries({ queryKey: ['session'] })} />;
  return (
    <main className="gate">
      <h1>Ferryman</h1>
      <Problem error={error} />
      <button type="button" onClick={() => queries.resetQueries({ queryKey: ['session'] })}>
        Try again
      </button>
    </main>
  );
}
