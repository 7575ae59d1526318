import { z } from 'zod';
import { occurrenceStates } from '../../core/treasury/occurrence.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { submitterOf } from '../../executor/authorize.ts';
import { personNote } from '../../executor/person-note.ts';
import type { ApiKeyRecord } from '../../ports/stores/api-key-store.ts';
import type { StoredRule } from '../../ports/stores/treasury-store.ts';
import { requireRuleReach } from '../../treasury/check-rule.ts';
import { ruleOf } from '../../treasury/read-rule.ts';
import { type RuleBody, ruleId, ruleSchema } from '../../treasury/rule-schema.ts';
import type { ApiDependencies } from '../api-environment.ts';
import { defineEndpoint, type Endpoint, parseBody } from '../endpoint.ts';
import { keyCursor, keyCursorInput } from '../key-cursor.ts';
import { pageOf } from '../page-of.ts';
import { ruleInRequest } from '../rule-in-request.ts';
import { limit, named } from '../schemas/common.ts';
import { occurrenceList, ruleAnswer, ruleList } from '../schemas/treasury.ts';
import { occurrenceJson, ruleJson, versionJson } from '../treasury-json.ts';

const reason = personNote('say why');
const params = z.object({ id: ruleId.describe('The id of a rule.') });

const ruleRequest = named(
  'TreasuryRuleRequest',
  z.strictObject({ rule: ruleSchema, reason }, 'is not a JSON object'),
);
/** The rule is checked by the use case, which finds more faults. */
const readRequest = z.strictObject({ rule: z.unknown(), reason }, 'is not a JSON object');

const ruleAct = named('TreasuryRuleChange', z.strictObject({ reason }, 'is not a JSON object'));

const answers = { 200: { description: 'The rule.', schema: ruleAnswer } };

/** What the treasury does by itself. */
export function treasuryEndpoints({
  journal,
  applyRule,
  pauseRule,
  resumeRule,
  clock,
}: Pick<
  ApiDependencies,
  'journal' | 'applyRule' | 'pauseRule' | 'resumeRule' | 'clock'
>): Endpoint[] {
  const find = async (id: string): Promise<StoredRule> => {
    const rule = await journal.findRule(id);
    if (rule) return rule;
    throw new FerrymanError('NOT_FOUND', `there is no treasury rule ${id}`);
  };
  return [
    defineEndpoint({
      id: 'listTreasuryRules',
      method: 'get',
      path: '/v1/treasury/rules',
      group: 'operations',
      scope: 'view',
      summary: 'List the treasury’s rules',
      answers: { 200: { description: 'The newest version of each.', schema: ruleList } },
      async handle() {
        const rules = await journal.treasuryRules();
        return { status: 200, body: { rules: rules.map((rule) => ruleJson(rule, clock.now())) } };
      },
    }),
    defineEndpoint({
      id: 'getTreasuryRule',
      method: 'get',
      path: '/v1/treasury/rules/{id}',
      group: 'operations',
      scope: 'view',
      summary: 'Show a treasury rule and its versions',
      params,
      answers,
      async handle({ params: { id } }) {
        const rule = ruleJson(await find(id), clock.now());
        const versions = (await journal.ruleVersions(id)).map(versionJson);
        return { status: 200, body: { rule, versions } };
      },
    }),
    defineEndpoint({
      id: 'applyTreasuryRule',
      method: 'put',
      path: '/v1/treasury/rules/{id}',
      group: 'operations',
      scope: 'submit',
      summary: 'Make or change a treasury rule',
      description:
        'Each change is a version with its author. The same rule again makes none. Its swaps count as asked for by the author: another person approves them.',
      params,
      body: ruleRequest,
      bodyName: 'rule',
      isBodyRaw: true,
      isSafeToRepeat: true,
      answers,
      problems: ['INVALID_RULE', 'RULE_CHANGED'],
      async handle({ params: { id }, body, key, record }) {
        const request = parseBody(readRequest, body, 'rule');
        requireSameId(id, request.rule);
        await record({ subject: `treasury rule ${id}`, reason: request.reason });
        const change = {
          ...{ body: request.rule, by: submitterOf(key), byName: key.name },
          reason: request.reason,
        };
        const { rule, isNew } = await applyRule(change).catch(ruleInRequest);
        return { status: 200, body: { rule: ruleJson(rule, clock.now()), isNew } };
      },
    }),
    defineEndpoint({
      id: 'pauseTreasuryRule',
      method: 'post',
      path: '/v1/treasury/rules/{id}/pause',
      group: 'operations',
      scope: 'submit',
      summary: 'Pause a treasury rule',
      description: 'Nothing of it begins any more. What has begun goes on.',
      params,
      body: ruleAct,
      bodyName: 'pause',
      isSafeToRepeat: true,
      answers,
      async handle({ params: { id }, body, key, record }) {
        requireRule(key, await find(id));
        await record({ subject: `treasury rule ${id}`, reason: body.reason });
        const paused = await pauseRule(id, { by: `API key ${key.id}`, reason: body.reason });
        return { status: 200, body: { rule: ruleJson(paused, clock.now()) } };
      },
    }),
    defineEndpoint({
      id: 'resumeTreasuryRule',
      method: 'post',
      path: '/v1/treasury/rules/{id}/resume',
      group: 'operations',
      scope: 'approve',
      summary: 'Resume a treasury rule',
      description: 'What came due while it was paused is not done.',
      params,
      body: ruleAct,
      bodyName: 'release of a pause',
      isSafeToRepeat: true,
      answers,
      async handle({ params: { id }, body, key, record }) {
        requireRule(key, await find(id));
        await record({ subject: `treasury rule ${id}`, reason: body.reason });
        return { status: 200, body: { rule: ruleJson(await resumeRule(id), clock.now()) } };
      },
    }),
    defineEndpoint({
      id: 'listTreasuryOccurrences',
      method: 'get',
      path: '/v1/treasury/occurrences',
      group: 'operations',
      scope: 'view',
      summary: 'List what the treasury’s rules did',
      description: 'Each instant at which a rule was due, the newest first.',
      query: z.strictObject({
        rule: ruleId.optional().describe('Only of this rule.'),
        state: z.enum(occurrenceStates, `is not one of ${occurrenceStates.join(', ')}`).optional(),
        newest: z
          .enum(['true'], 'is not true')
          .exactOptional()
          .describe('Only the newest of each rule.'),
        limit,
        cursor: keyCursorInput('instant', 'rule'),
      }),
      answers: { 200: { description: 'The occurrences.', schema: occurrenceList } },
      async handle({ query: { rule, state, newest, limit: size, cursor } }) {
        const [instant = '', before = ''] = cursor ?? [];
        const found = await journal.listOccurrences({
          ...(rule === undefined ? {} : { ruleId: rule }),
          ...(state === undefined ? {} : { state }),
          ...(newest === undefined ? {} : { isNewest: true }),
          ...(cursor ? { before: { instant: instantOf(instant), ruleId: before } } : {}),
          limit: size + 1,
        });
        const { page, next } = pageOf(found, size, (last) =>
          keyCursor({ instant: new Date(last.instant).toISOString(), rule: last.ruleId }),
        );
        return { status: 200, body: { occurrences: page.map(occurrenceJson), ...next } };
      },
    }),
  ];
}

/** A rule has one name. Throws `INVALID_REQUEST`. */
function requireSameId(id: string, rule: unknown): void {
  const given = typeof rule === 'object' && rule !== null && 'id' in rule ? rule.id : undefined;
  if (given === id || given === undefined) return;
  const faults = [{ pointer: '/rule/id', message: `is not ${id}, as the path has it` }];
  throw new FerrymanError('INVALID_REQUEST', 'the rule and the path have two names', { faults });
}

/** A key with limits pauses and resumes rules of its own wallets and chains. Throws `FORBIDDEN`. */
function requireRule(key: ApiKeyRecord, { body }: StoredRule): void {
  requireRuleReach(key, ruleOf(body as RuleBody));
}

/** Throws `INVALID_REQUEST`. */
function instantOf(text: string): number {
  const instant = Date.parse(text);
  if (!Number.isNaN(instant)) return instant;
  const faults = [{ pointer: '/cursor', message: 'is none that a list gave' }];
  throw new FerrymanError('INVALID_REQUEST', 'the query is malformed', { faults });
}
