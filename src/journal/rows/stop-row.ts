import type { ChainName } from '../../core/swap/chains.ts';
import type { Reason } from '../../core/swap/swap.ts';
import type { StopScope } from '../../ports/stores/stop-store.ts';
import { isSameProvider } from '../provider-conditions.ts';
import { hasLosses, isUnread } from '../recovery/is-recovering.ts';

export interface StopRow {
  scope: 'frozen' | 'journal' | StopScope;
  subject: string;
  reason: string;
}

export interface Stop extends Reason {
  code: 'SIGNING_STOPPED' | 'WALLET_FROZEN' | 'JOURNAL_WENT_BACK';
}

/**
 * SQL: the hosts of signing logs that were not read since the last journal rollback; null if there
 * are none.
 */
const unreadHosts = `(
  select string_agg(host, ', ' order by host) from signing_logs, journal_instance where ${isUnread})`;

/**
 * SQL: whether a row of `switches` stops signing with the wallet, provider, rule or chains that the SQL
 * expressions name.
 * @param isOfWallet makes a condition: that a text is the wallet's name, or its treasury wallet's
 */
function isSwitchedOff(
  isOfWallet: (text: string) => string,
  chains: readonly string[],
  { provider, rule }: { provider: string; rule: string },
): string {
  const all = chains.join(', ');
  return `stopped and (scope = 'all' or (scope = 'chain' and subject in (${all}))
    or (scope = 'provider' and ${isSameProvider('subject', provider)}) or (scope = 'wallet' and ${isOfWallet('subject')})
    or (scope = 'rule' and subject = ${rule})
    or (scope = 'lane' and split_part(subject, '@', 2) in (${all}) and ${isOfWallet("split_part(subject, '@', 1)")}))`;
}

/**
 * SQL: what stops signing with the wallet, chain, provider and treasury rule: at most one `StopRow`. A frozen
 * wallet comes first, because releasing a switch would not release it. A journal rollback stops
 * everything until a person has checked. A treasury wallet's switch also stops its accounts.
 * @param walletId, chain, provider, rule SQL expressions
 */
export function selectStop(
  walletId: string,
  chain: string,
  provider: string,
  rule: string,
): string {
  const isOfWallet = (text: string): string => `exists (
    select from wallets where id = ${walletId} and ${text} in (name, split_part(name, '/', 1)))`;
  return `
    select scope, subject, reason from (
      select 'frozen' as scope, name as subject, frozen_reason as reason, 0 as rank
      from wallets where id = ${walletId} and frozen_reason is not null
      union all
      select 'journal', '', coalesce(${unreadHosts}, ''), 1 where ${hasLosses} or ${unreadHosts} is not null
      union all
      select scope, subject, reason, 2 as rank from switches where ${isSwitchedOff(isOfWallet, [chain], { provider, rule })}
    ) stops order by rank, scope limit 1`;
}

/** SQL: the treasury rule that asked for the swap, which is a row of `swaps`; null if none did. */
function ruleOf(swap: string): string {
  return `${swap}.job->'rule'->>'id'`;
}

/** SQL: the same for the swap with this id. */
export function selectRule(swapId: string): string {
  return `(select ${ruleOf('of_rule')} from swaps of_rule where of_rule.id = ${swapId})`;
}

/** All that stops a swap on either of its chains, read with the swap. */
export interface StopsRow {
  account_name: string;
  frozen_reason: string | null;
  has_losses: boolean;
  unread_hosts: string | null;
  switches: StopRow[] | null;
}

/** Select list of a `StopsRow`, for `swaps s`, its wallet `w` and its open order `o`. */
export const stopsColumns = `w.name as account_name, w.frozen_reason, ${hasLosses} as has_losses, ${unreadHosts} as unread_hosts,
  (select json_agg(json_build_object('scope', scope, 'subject', subject, 'reason', reason) order by scope) from switches
   where ${isSwitchedOff((text) => `${text} in (w.name, split_part(w.name, '/', 1))`, ['s.from_chain', 's.to_chain'], { provider: 'o.provider', rule: ruleOf('s') })}) as switches`;

/** What stops signing on the chain, with the priorities of `selectStop`. */
export function stopOn(chain: ChainName, row: StopsRow): Stop | undefined {
  const {
    account_name: subject,
    frozen_reason: frozen,
    has_losses: hasLosses,
    unread_hosts: unreadHosts,
  } = row;
  if (frozen !== null) return stopFromRow({ scope: 'frozen', subject, reason: frozen });
  if (hasLosses || unreadHosts !== null)
    return stopFromRow({ scope: 'journal', subject: '', reason: unreadHosts ?? '' });
  const stop = row.switches?.find((one) => isOn(chain, one));
  return stop && stopFromRow(stop);
}

/** Stops of the swap's other chain do not stop signing on this one. */
function isOn(chain: ChainName, { scope, subject }: StopRow): boolean {
  if (scope === 'chain') return subject === chain;
  return scope !== 'lane' || subject.split('@')[1] === chain;
}

export function stopFromRow({ scope, subject, reason }: StopRow): Stop {
  if (scope === 'frozen')
    return { code: 'WALLET_FROZEN', message: `wallet ${subject} is frozen: ${reason}` };
  if (scope === 'journal') return { code: 'JOURNAL_WENT_BACK', message: whyRolledBack(reason) };
  const what = scope === 'all' ? 'everything' : `${scope} ${subject}`;
  return { code: 'SIGNING_STOPPED', message: `signing is stopped for ${what}: ${reason}` };
}

function whyRolledBack(missingHosts: string): string {
  const rolledBack = 'the journal was rolled back';
  return missingHosts === ''
    ? `${rolledBack}, and does not have all signed transactions again yet`
    : `${rolledBack}, and the signing logs of these hosts were not read since then: ${missingHosts}`;
}
