import type { ChainName } from '../../core/chains.ts';
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
  return `select scope, subject, reason from (${stops(walletId, [chain], provider)}) stops order by rank, scope limit 1`;
}

/**
 * The same for several chains at once, as one value: all `StopRow`s, the first to be told of first, of which `stopOn` gives that
 * of each chain; null where nothing stops.
 */
export function selectStops(walletId: string, chains: readonly string[], provider: string): string {
  return `select json_agg(json_build_object('scope', scope, 'subject', subject, 'reason', reason) order by rank, scope)
    from (${stops(walletId, chains, provider)}) stops`;
}

export function stopOn(chain: ChainName, stops: readonly StopRow[]): Stop | undefined {
  const stop = stops.find(({ scope, subject }) => scope !== 'chain' || subject === chain);
  return stop && stopFromRow(stop);
}

function stops(walletId: string, chains: readonly string[], provider: string): string {
  return `
    select 'frozen' as scope, name as subject, frozen_reason as reason, 0 as rank
    from wallets where id = ${walletId} and frozen_reason is not null
    union all
    select 'journal', '', coalesce((
        select string_agg(host, ', ' order by host) from signing_logs where retired_at is null and read_epoch < epoch), ''), 1
    from journal_instance
    where exists (select from lost_attempts where adopted_at is null and imported_at is null)
      or exists (select from signing_logs where retired_at is null and read_epoch < epoch)
    union all
    select scope, subject, reason, 2 as rank from switches
    where stopped and (scope = 'all'
      or (scope = 'chain' and subject in (${chains.join(', ')}))
      or (scope = 'provider' and subject = ${provider})
      or (scope = 'wallet' and exists (
        select from wallets where id = ${walletId} and subject in (name, split_part(name, '/', 1)))))`;
}

export function stopFromRow({ scope, subject, reason }: StopRow): Stop {
  if (scope === 'frozen') return { code: 'WALLET_FROZEN', message: `wallet ${subject} is frozen: ${reason}` };
  if (scope === 'journal') return { code: 'JOURNAL_WENT_BACK', message: whyRolledBack(reason) };
  const what = scope === 'all' ? 'everything' : `${scope} ${subject}`;
  return { code: 'SIGNING_STOPPED', message: `signing is stopped for ${what}: ${reason}` };
}

function whyRolledBack(missingHosts: string): string {
  const rolledBack = 'the journal was rolled back';
  return missingHosts === ''
    ? `${rolledBack} and does not know yet all that was signed`
    : `${rolledBack}, and the signing logs of these hosts were not read since: ${missingHosts}`;
}
