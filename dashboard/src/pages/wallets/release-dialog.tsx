import { useQuery } from '@tanstack/react-query';
import type { FrozenWallet } from 'ferryman-client';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { Copied } from '../../parts/copied.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { useSession } from '../../session/session.ts';
import type { Wallet } from './wallet.ts';

/** Shows first why the wallet is frozen and what the chains count, and then asks for the reason. */
export function ReleaseDialog({ wallet, onClose }: { wallet: Wallet; onClose(): void }) {
  const { client } = useSession();
  const family = wallet.family as FrozenWallet['family'];
  const { data, error } = useQuery({
    queryKey: ['freeze', wallet.name, family],
    queryFn: ({ signal }) => client.wallets.inspect(wallet.name, { family }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <ActDialog
      title={`Release the wallet ${wallet.name}`}
      verb="Release"
      isDangerous
      isPossible={data !== undefined && data.frozenReason !== null}
      act={(reason) =>
        client.wallets.unfreeze(wallet.name, {
          family,
          reason,
          ...(data?.frozenReason ? { frozenReason: data.frozenReason } : {}),
        })
      }
      onDone={onClose}
      onClose={onClose}
    >
      {error ? <Problem error={error} /> : null}
      {data ? <Findings wallet={data} /> : error ? null : <p>Asking the chains…</p>}
    </ActDialog>
  );
}

function Findings({ wallet: { frozenReason, chainNonces, lost } }: { wallet: FrozenWallet }) {
  if (frozenReason === null) return <p>The wallet is not frozen any more.</p>;
  const counts = Object.entries(chainNonces);
  return (
    <div className="findings">
      <p className="problem">{frozenReason}</p>
      {counts.length > 0 ? (
        <>
          <h3>Transactions that each chain counts</h3>
          <dl className="facts">
            {counts.map(([chain, count]) => (
              <div key={chain}>
                <dt>{chain}</dt>
                <dd>{count}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : null}
      {lost.length > 0 ? <Lost lost={lost} /> : null}
      <p>
        Compare them with the wallet’s transactions in an explorer. A release accepts what the
        chains show up to now: Ferryman signs with this wallet again.
      </p>
    </div>
  );
}

function Lost({ lost }: Pick<FrozenWallet, 'lost'>) {
  return (
    <>
      <h3>Signed transactions that the journal has lost</h3>
      <ul>
        {lost.map(({ chain, txId, swapId, kind, signedAt }) => (
          <li key={txId}>
            {kind} on {chain} <Copied text={txId} />, of swap <Copied text={swapId} />, signed{' '}
            <Time at={signedAt} />
          </li>
        ))}
      </ul>
    </>
  );
}
