import type { Reason } from '../../core/swap.ts';

export interface StopRow {
  scope: 'frozen' | 'journal' | 'all' | 'chain' | 'provider' | 'wallet';
  subject: string;
  reason: string;
}

export interface Stop extends Reason {
  code: 'SIGNING_STOPPED' | 'WALLET_FROZEN' | 'JOURNAL_WENT_BACK';
}

/**
 * A query for what stops signing with the wallet, chain and provider that the three SQL expressions name: at most one `StopRow`. A frozen
 * wallet comes first, because releasing a switch would not release it; a journal that went back stops everything until a person has looked. A treasury wallet's switch stops its accounts too.
 */
export function selectStop(walletId: string, chain: string, provider: string): string {
  return `
    select scope, subject, reason from (
      select 'frozen' as scope, name as subject, frozen_reason as reason, 0 as rank
      from wallets where id = ${walletId} and frozen_reason is not null
      union all
      select 'journal', '', '', 1 from journal_instance
      where exists (select from lost_attempts where adopted_at is null)
      union all
      select scope, subject, reason, 2 as rank from switches
      where stopped and (scope = 'all'
        or (scope = 'chain' and subject = ${chain})
        or (scope = 'provider' and subject = ${provider})
        or (scope = 'wallet' and exists (
          select from wallets where id = ${walletId} and subject in (name, split_part(name, '/', 1)))))
    ) stops order by rank, scope limit 1`;
}

export function stopFromRow({ scope, subject, reason }: StopRow): Stop {
  if (scope === 'frozen') return { code: 'WALLET_FROZEN', message: `wallet ${subject} is frozen: ${reason}` };
  if (scope === 'journal') return { code: 'JOURNAL_WENT_BACK', message: 'the journal has forgotten what was signed' };
  const what = scope === 'all' ? 'everything' : `${scope} ${subject}`;
  return { code: 'SIGNING_STOPPED', message: `signing is stopped for ${what}: ${reason}` };
}
