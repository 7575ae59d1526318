import { FerrymanError } from '../../errors/ferryman-error.ts';
import type {
  RuleDraft,
  RulePause,
  RuleVersion,
  StoredRule,
  TreasuryStore,
} from '../../ports/stores/treasury-store.ts';
import { encodeJson, storableText } from '../json.ts';
import type { SqlSession } from '../sql-client.ts';
import { timestamp } from '../sql-client.ts';
import { type RuleRow, ruleColumns, ruleFromRow } from './rule-row.ts';

const selectRules = `select ${ruleColumns} from treasury_rule_state s
  join treasury_rules r on r.id = s.id and r.version = s.version`;

export async function treasuryRules(session: SqlSession): Promise<StoredRule[]> {
  const rows = await session.query<RuleRow>(`${selectRules} order by s.id`);
  return rows.map(ruleFromRow);
}

export async function findRule(session: SqlSession, id: string): Promise<StoredRule | undefined> {
  const [row] = await session.query<RuleRow>(`${selectRules} where s.id = $1`, [storableText(id)]);
  return row && ruleFromRow(row);
}

export function ruleVersions(session: SqlSession, id: string): Promise<RuleVersion[]> {
  return session.query<RuleVersion>(
    `select id, version, body, hash, author, reason, at, seal from treasury_rules
     where id = $1 order by version desc`,
    [storableText(id)],
  );
}

/** In a transaction: the state's row, or the primary key of the first version, lets one in at a time. */
export async function applyRule(
  session: SqlSession,
  draft: RuleDraft,
): ReturnType<TreasuryStore['applyRule']> {
  const { id, after, hash, at } = draft;
  await session.query('select from treasury_rule_state where id = $1 for update', [id]);
  const known = await findRule(session, id);
  const isNewest = known?.version === known?.newest;
  if (known?.hash === hash && isNewest) return { rule: known, isNew: false };
  if ((known?.newest ?? 0) !== after) throw changedMeanwhile(id);
  const version = after + 1;
  await session.query(
    `insert into treasury_rules (id, version, body, hash, author, reason, at, seal)
     values ($1, $2, $3::json, $4, $5, $6, $7, $8)`,
    [
      id,
      version,
      encodeJson(draft.body),
      hash,
      storableText(draft.author),
      storableText(draft.reason),
      timestamp(at),
      draft.seal,
    ],
  );
  await session.query(
    `insert into treasury_rule_state (id, version, considered_until) values ($1, $2, $3)
     on conflict (id) do update set version = excluded.version, changed_at = clock_timestamp(),
       considered_until = greatest(treasury_rule_state.considered_until, excluded.considered_until)`,
    [id, version, timestamp(at)],
  );
  const rule = await findRule(session, id);
  if (!rule) throw new FerrymanError('INTERNAL', 'the journal has lost a rule');
  return { rule, isNew: true };
}

export async function pauseRule(
  session: SqlSession,
  id: string,
  { by, reason, at }: RulePause,
): Promise<StoredRule | undefined> {
  await session.query(
    `update treasury_rule_state set paused_by = $2, paused_reason = $3, paused_at = $4, changed_at = clock_timestamp()
     where id = $1 and paused_by is null`,
    [storableText(id), storableText(by), storableText(reason), timestamp(at)],
  );
  return findRule(session, id);
}

/**
 * Also ends what a clock did that was far ahead for a moment: instants that were considered before they
 * came are due again, but for those that have their row.
 */
export async function resumeRule(
  session: SqlSession,
  id: string,
  at: number,
): Promise<StoredRule | undefined> {
  await session.query(
    `update treasury_rule_state set paused_by = null, paused_reason = null, paused_at = null, failures = 0,
       considered_until = $2, last_acted_at = least(last_acted_at, $2), changed_at = clock_timestamp()
     where id = $1 and paused_by is not null`,
    [storableText(id), timestamp(at)],
  );
  return findRule(session, id);
}

function changedMeanwhile(id: string): FerrymanError {
  return new FerrymanError(
    'RULE_CHANGED',
    `another change of the rule ${id} came first: look at it, and apply yours again`,
  );
}
