import type { ChainName } from '../../core/chains.ts';
import type { WalletId } from '../../core/ids.ts';
import type { Reason } from '../../core/swap.ts';
import type { SqlSession } from '../sql-client.ts';

export interface StopRow {
  scope: 'frozen' | 'all' | 'chain' | 'provider' | 'wallet';
  subject: string;
  reason: string;
}

export interface Stop extends Reason {
  code: 'SIGNING_STOPPED' | 'WALLET_FROZEN';
}

/**
 * A query for what stops signing with the wallet, chain and provider that the three SQL expressions name: at most one `StopRow`. A frozen
 * wallet comes first, because releasing a switch would not release it.
 */
export function selectStop(walletId: string, chain: string, provider: string): string {
  return `
    select scope, subject, reason from (
      select 'frozen' as scope, name as subject, frozen_reason as reason, 0 as rank
      from wallets where id = ${walletId} and frozen_reason is not null
      union all
      select scope, subject, reason, 1 as rank from switches
      where stopped and (scope = 'all'
        or (scope = 'chain' and subject = ${chain})
        or (scope = 'provider' and subject = ${provider})
        or (scope = 'wallet' and subject = (select name from wallets where id = ${walletId})))
    ) stops order by rank, scope limit 1`;
}

/** What stops signing now, if anything does. */
export async function findStop(
  session: SqlSession,
  subject: { walletId: WalletId; chain: ChainName; provider?: string | undefined },
): Promise<Stop | undefined> {
  const [row] = await session.query<StopRow>(selectStop('$1::uuid', '$2::text', '$3::text'), [
    subject.walletId,
    subject.chain,
    subject.provider ?? null,
  ]);
  return row && stopFromRow(row);
}

export function stopFromRow({ scope, subject, reason }: StopRow): Stop {
  if (scope === 'frozen') return { code: 'WALLET_FROZEN', message: `Wallet ${subject} is frozen: ${reason}` };
  const what = scope === 'all' ? 'everything' : `${scope} ${subject}`;
  return { code: 'SIGNING_STOPPED', message: `Signing is stopped for ${what}: ${reason}` };
}
