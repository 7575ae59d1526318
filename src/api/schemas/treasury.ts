import { z } from 'zod';
import { occurrenceStates } from '../../core/treasury/occurrence.ts';
import { ruleKinds } from '../../core/treasury/rule.ts';
import { named, time } from './common.ts';

const body = z
  .record(z.string(), z.unknown())
  .describe('As it was applied, with what it left to defaults.');

const version = z.strictObject({
  version: z.int(),
  rule: body,
  author: z.string().describe('The API key that applied it; `rules folder`: a file.'),
  reason: z.string(),
  at: time,
});

const treasuryRule = named(
  'TreasuryRule',
  z.strictObject({
    id: z.string(),
    kind: z.enum(ruleKinds),
    ...version.shape,
    paused: z
      .strictObject({ by: z.string(), reason: z.string(), at: time })
      .exactOptional()
      .describe('Absent: it is followed.'),
    failures: z.int().describe('Occurrences that failed in a row.'),
    lastActedAt: time.exactOptional(),
    nextAt: time.exactOptional().describe('When it is due next. Absent: it is paused.'),
  }),
);

export const ruleList = named(
  'TreasuryRuleList',
  z.strictObject({ rules: z.array(treasuryRule).describe('By id.') }),
);

export const ruleAnswer = named(
  'TreasuryRuleAnswer',
  z.strictObject({
    rule: treasuryRule,
    versions: z
      .array(named('TreasuryRuleVersion', version))
      .exactOptional()
      .describe('The newest first.'),
    isNew: z
      .boolean()
      .exactOptional()
      .describe('False: the rule was the same already, and no version was stored.'),
  }),
);

const occurrence = named(
  'TreasuryOccurrence',
  z.strictObject({
    ruleId: z.string(),
    instant: time.describe('When the rule was due.'),
    version: z.int(),
    state: z.enum(occurrenceStates),
    code: z.string().exactOptional().describe('Why it did nothing, or failed.'),
    message: z.string().exactOptional(),
    missed: z
      .strictObject({ count: z.int(), from: time })
      .exactOptional()
      .describe('How many instants this entry stands for, and the first of them.'),
    swaps: z.array(z.string()).describe('Ids.'),
    begunAt: time,
    endedAt: time.exactOptional(),
  }),
);

export const occurrenceList = named(
  'TreasuryOccurrenceList',
  z.strictObject({
    occurrences: z.array(occurrence).describe('The newest first.'),
    nextCursor: z.string().exactOptional(),
  }),
);
