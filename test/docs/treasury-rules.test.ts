import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readRule } from '../../src/treasury/read-rule.ts';
import { ruleSchema } from '../../src/treasury/rule-schema.ts';

/** The page says what a rule may have. Whoever writes one has nothing else. */
describe('the page of treasury rules', async () => {
  const page = new URL('../../docs/reference/treasury-rules.md', import.meta.url);
  const text = await readFile(page, 'utf8');
  const examples = [...text.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, json = '']) =>
    JSON.parse(json),
  );

  it('has an example of each kind, and each is a rule without faults', () => {
    expect(examples.map(({ kind }) => kind)).toEqual(
      ruleSchema.options.map(({ shape }) => shape.kind.value),
    );
    for (const example of examples) expect(readRule(example)).toMatchObject({ id: example.id });
  });

  it('names every member', () => {
    const members = namesIn(z.toJSONSchema(ruleSchema, { io: 'input' }));
    const named = new Set(text.match(/[A-Za-z]+/g));
    expect(members.size).toBeGreaterThan(30);
    expect([...members].filter((name) => !named.has(name))).toEqual([]);
  });
});

function namesIn(schema: unknown): Set<string> {
  if (typeof schema !== 'object' || schema === null) return new Set();
  const own = 'properties' in schema ? Object.keys(schema.properties as object) : [];
  return new Set([...own, ...Object.values(schema).flatMap((inner) => [...namesIn(inner)])]);
}
