import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addToyFamily } from './add-toy-family.ts';

// `added-family.check.ts` compiles such a family.

let copy = '';
beforeAll(async () => {
  copy = await addToyFamily();
});
afterAll(() => rm(copy, { recursive: true, force: true }));

describe('a family of its own folder', () => {
  it('is known by its formats, and judged by its guard', async () => {
    const { formatsOf, chainRegistry } = await import(join(copy, 'src/core/swap/chains.ts'));
    expect(formatsOf('toy').payeeFault('nobody', chainRegistry.TOY)).toBe('none of TOY');
    const { createGuard } = await import(join(copy, 'src/guard/create-guard.ts'));
    const unsigned = {
      family: 'toy',
      chain: 'TOY',
      account: '',
      bytes: '0x00',
      fee: { family: 'toy' },
    };
    expect(
      createGuard().judge({ unsigned, simulation: {}, intent: { kind: 'swap' } }),
    ).toMatchObject({
      kind: 'reject',
      findings: [{ rule: 'T02' }],
    });
  });
});
