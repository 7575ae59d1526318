import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readGuardPolicy } from '../../src/guard/policy/read-guard-policy.ts';
import { readFacts } from '../../src/offline/read-facts.ts';

/** The JSON blocks of a page. */
async function examplesOf(page: string): Promise<unknown[]> {
  const text = await readFile(new URL(`../../docs/guard/${page}`, import.meta.url), 'utf8');
  return [...text.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, json = '']) => JSON.parse(json));
}

describe('the examples of the guard’s pages', () => {
  it('are a policy without faults', async () => {
    const examples = await examplesOf('policy.md');
    expect(examples.length).toBeGreaterThan(1);
    for (const example of examples) expect(readGuardPolicy(example)).toMatchObject({ ok: true });
  });

  it('are facts without faults', async () => {
    const [example] = await examplesOf('check.md');
    expect(readFacts(example).simulation?.balanceChanges).toHaveLength(1);
  });
});
