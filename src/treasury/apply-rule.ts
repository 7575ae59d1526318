import { calendarNow } from '../ports/clock.ts';
import type { Submitter } from '../ports/stores/api-key-store.ts';
import type { StoredRule } from '../ports/stores/treasury-store.ts';
import { checkRule, requireRuleReach } from './check-rule.ts';
import { readRule, ruleOf } from './read-rule.ts';
import type { RuleBody } from './rule-schema.ts';
import { ruleHash, sealRule } from './seals.ts';
import type { TreasuryContext } from './treasury-context.ts';

export interface RuleChange {
  /** Not yet checked. */
  body: unknown;
  /** An API key, whose reach bounds the rule. Absent: the rule comes from a file of the operator. */
  by?: Submitter;
  /** What a person calls that key. */
  byName?: string | undefined;
  reason: string;
}

/** How the author of a rule from a file is named. */
const fileAuthor = 'rules folder';

/**
 * Stores a change of a rule as a new version, sealed by this process. The same rule again makes
 * none. Throws `INVALID_RULE`, `FORBIDDEN`, `RULE_CHANGED`, `CONFIG_INVALID`.
 */
export async function applyRule(
  context: TreasuryContext,
  { body: given, by, byName, reason }: RuleChange,
): Promise<{ rule: StoredRule; isNew: boolean }> {
  const { journal, sealer } = context;
  const body = readRule(given);
  await checkRule(context, ruleOf(body), by);
  const known = await journal.findRule(body.id);
  // A key with limits must not put its own rule in the place of one that it may not pause.
  if (by && known && (by.wallets || by.chains))
    requireRuleReach(by, ruleOf(known.body as RuleBody));
  const after = known?.newest ?? 0;
  const named = {
    ...{ id: body.id, hash: ruleHash(body), reason, at: calendarNow(context) },
    author: by ? authorName(by, byName) : fileAuthor,
  };
  const seal = await sealRule(sealer, { ...named, version: after + 1 });
  return journal.applyRule({ ...named, after, body, seal });
}

function authorName({ id }: Submitter, name: string | undefined): string {
  return name === undefined ? `API key ${id}` : `API key ${id} (${name})`;
}

/**
 * The API key of a rule's author, and its name: the author counts as the requester of the rule's
 * swaps. A rule from a file has no key.
 */
export function authorOf({ author }: Pick<StoredRule, 'author'>): {
  by?: Submitter;
  name?: string;
} {
  const [, id, name] = /^API key (\S+)(?: \((.+)\))?$/s.exec(author) ?? [];
  return {
    ...(id === undefined ? {} : { by: { id } }),
    ...(name === undefined ? {} : { name }),
  };
}
