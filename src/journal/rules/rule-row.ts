import type { RuleVersion, StoredRule } from '../../ports/stores/treasury-store.ts';

export interface RuleRow extends RuleVersion {
  paused_by: string | null;
  paused_reason: string | null;
  paused_at: number | null;
  failures: number;
  considered_until: number;
  last_acted_at: number | null;
  newest: number;
}

/** Of the version `r` that the state `s` of a rule names. */
export const ruleColumns = `r.id, r.version, r.body, r.hash, r.author, r.reason, r.at, r.seal,
  s.paused_by, s.paused_reason, s.paused_at, s.failures, s.considered_until, s.last_acted_at,
  (select max(version) from treasury_rules newer where newer.id = s.id) as newest`;

export function ruleFromRow(row: RuleRow): StoredRule {
  const { paused_by, paused_reason, paused_at, considered_until, last_acted_at, ...rest } = row;
  return {
    ...rest,
    consideredUntil: considered_until,
    ...(last_acted_at === null ? {} : { lastActedAt: last_acted_at }),
    ...(paused_by === null || paused_reason === null || paused_at === null
      ? {}
      : { paused: { by: paused_by, reason: paused_reason, at: paused_at } }),
  };
}
