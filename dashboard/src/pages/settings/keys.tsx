import { useQuery } from '@tanstack/react-query';
import type { NewApiKey } from 'ferryman-client';
import { useState } from 'react';
import { ListEnd, maxListed } from '../../parts/list-end.tsx';
import { Problem } from '../../parts/problem.tsx';
import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { useIsLimited, useSession } from '../../session/session.ts';
import { KeyTable } from './key-table.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';

/** All API keys, for administrators. */
export function Keys() {
  const { client } = useSession();
  const isLimited = useIsLimited();
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<NewApiKey>();
  const { data, error } = useQuery({
    queryKey: ['keys'],
    queryFn: ({ signal }) => client.keys.list({}, { signal }).take(maxListed),
  });
  return (
    <>
      {error ? <Problem error={error} /> : null}
      {isLimited ? (
        <p className="hint">Your key is limited to some wallets or chains, so it changes no key.</p>
      ) : (
        <p>
          <button type="button" onClick={() => setMaking(true)}>
            New API key…
          </button>
        </p>
      )}
      {data ? <KeyTable keys={data} mayChange={!isLimited} onMade={setMade} /> : null}
      {data ? <ListEnd count={data.length} /> : null}
      {isMaking ? (
        <NewKeyDialog
          onMade={(key) => {
            setMaking(false);
            setMade(key);
          }}
          onClose={() => setMaking(false)}
        />
      ) : null}
      {made ? (
        <SecretDialog
          title={`The API key ${made.key.name ?? made.key.id}`}
          secret={made.secret}
          hint="The service stores only its hash."
          onClose={() => setMade(undefined)}
        />
      ) : null}
    </>
  );
}
