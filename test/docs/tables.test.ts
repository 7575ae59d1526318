import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiReferencePath, renderApiReference } from '../../scripts/write-api-reference.ts';
import { cliReferencePath, renderCliReference } from '../../scripts/write-cli-reference.ts';
import {
  clientOperationsPath,
  clientTypesPath,
  renderClientOperations,
  renderClientTypes,
} from '../../scripts/write-client-types.ts';
import {
  findingsPath,
  renderFindings,
  renderRuleComments,
  ruleCommentsPath,
} from '../../scripts/write-findings.ts';
import { refusalsPath, renderRefusals } from '../../scripts/write-refusals.ts';
import { renderStatuses, statuses, statusesPath } from '../../scripts/write-statuses.ts';
import { families } from '../../src/core/swap/chains.ts';
import { definitionOf } from '../../src/families/families.ts';
import { explainRule } from '../../src/guard/explain-rule.ts';

const root = join(import.meta.dirname, '../..');

describe('a table made from code', () => {
  it.each([
    ['write-statuses', statusesPath, renderStatuses],
    ['write-api-reference', apiReferencePath, renderApiReference],
    ['write-cli-reference', cliReferencePath, renderCliReference],
    ['write-client-types', clientTypesPath, renderClientTypes],
    ['write-client-types', clientOperationsPath, renderClientOperations],
    ['write-refusals', refusalsPath, renderRefusals],
    ['write-findings', findingsPath, renderFindings],
    ['write-findings', ruleCommentsPath, renderRuleComments],
  ])(
    'is what the code says; after a change of it: npm run build && node dist/scripts/%s.js',
    async (_, path, render) => {
      expect(await readFile(join(root, path), 'utf8')).toBe(await render());
    },
  );
});

it('has every status that the decision knows', async () => {
  const source = await readFile(join(root, 'src/core/decide/decide-payout.ts'), 'utf8');
  const known = [...source.matchAll(/case '([A-Z_]+)':/g)].map(([, status = '']) => status);
  expect([...statuses].sort()).toEqual([...known, 'anything else'].sort());
});

it('says of every rule of the guard what it demands, why, and where that comes from', () => {
  const asked = families.flatMap((family) =>
    Object.values(definitionOf(family).guard.rules).flatMap((rules) =>
      rules === 'refused' ? [] : rules,
    ),
  );
  for (const { id } of asked) {
    const { demands, why, source, title } = explainRule(id)!;
    expect(demands.map(({ demands: text }) => text)).not.toEqual([]);
    for (const text of [why, source, title]) expect(text, id).toMatch(/^\p{L}.{2}/u);
  }
});
