import type { Reason } from '../../core/swap.ts';

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

export function stopFromRow({ scope, subject, reason }: StopRow): Stop {
  if (scope === 'frozen') return { code: 'WALLET_FROZEN', message: `wallet ${subject} is frozen: ${reason}` };
  const what = scope === 'all' ? 'everything' : `${scope} ${subject}`;
  return { code: 'SIGNING_STOPPED', message: `signing is stopped for ${what}: ${reason}` };
}
