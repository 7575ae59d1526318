import { createHash } from 'node:crypto';
import { canonicalJson } from '../core/text/canonical-json.ts';
import { skip } from '../core/treasury/decision.ts';
import { isSameSeal } from '../executor/is-same-seal.ts';
import type { SecretSealer } from '../ports/secret-sealer.ts';
import type { OpenOccurrence, RuleVersion, StoredRule } from '../ports/stores/treasury-store.ts';

/*
 * An attacker who writes to the database could add a rule, or change the frozen jobs of an
 * occurrence: the treasury's worker would submit and seal what they ask for. So both carry a MAC by
 * the intake secret.
 */

type Sealer = Pick<SecretSealer, 'mac'>;

/** SHA-256 of the canonical JSON of a rule's body, hex. */
export function ruleHash(body: unknown): string {
  return createHash('sha256').update(canonicalJson(body)).digest('hex');
}

export function sealRule(
  sealer: Sealer,
  rule: Omit<RuleVersion, 'body' | 'seal'>,
): Promise<string> {
  const { id, version, hash, author, reason, at } = rule;
  return sealer.mac(
    canonicalJson({
      purpose: 'ferryman-treasury-rule',
      ...{ id, version, hash, author, reason, at },
    }),
  );
}

/** Whether the newest version has its seal. An earlier one, which has one too, does not count. */
export async function isRuleSealed(sealer: Sealer, rule: StoredRule): Promise<boolean> {
  if (rule.version !== rule.newest || ruleHash(rule.body) !== rule.hash) return false;
  return isSameSeal(rule.seal, await sealRule(sealer, rule));
}

/** What an occurrence of a rule without its seal does. */
export const unsealed = skip(
  'UNSEALED',
  'the rule is not what a process with the intake secret stored: apply it again, with a changed note',
);

type Frozen = Pick<OpenOccurrence, 'ruleId' | 'instant' | 'version' | 'jobs'>;

export function sealJobs(
  sealer: Sealer,
  { ruleId, instant, version, jobs }: Frozen,
): Promise<string> {
  return sealer.mac(
    canonicalJson({
      purpose: 'ferryman-treasury-jobs',
      ...{ ruleId, instant, version, jobs },
    }),
  );
}

export async function areJobsSealed(
  sealer: Sealer,
  occurrence: Frozen & { seal: string },
): Promise<boolean> {
  return isSameSeal(occurrence.seal, await sealJobs(sealer, occurrence));
}
