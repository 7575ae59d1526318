import { describe, expect, it } from 'vitest';
import { createBatches } from '../../../src/executor/batching/batches.ts';

describe('batches', () => {
  it('goes along in the order in which it came, as many as may', async () => {
    const batches = createBatches<string, string>();
    const joined = ['a', 'b', 'c'].map((name) => batches.join('w', name));
    const taken = batches.take('w', 2);
    expect(taken.map(({ payment }) => payment)).toEqual(['a', 'b']);
    expect(joined.map(({ isTaken }) => isTaken())).toEqual([true, true, false]);
    for (const { payment, report } of taken) report(`${payment} went`);
    expect(await Promise.all(joined.slice(0, 2).map(({ result }) => result))).toEqual([
      'a went',
      'b went',
    ]);
    expect(batches.take('w', 2).map(({ payment }) => payment)).toEqual(['c']);
    expect(batches.take('w', 2)).toEqual([]);
  });

  it('of other wallets is left where it is', () => {
    const batches = createBatches<string, string>();
    batches.join('w', 'a');
    batches.join('other', 'b');
    expect(batches.take('w', 4).map(({ payment }) => payment)).toEqual(['a']);
  });

  it('is told what went wrong', async () => {
    const batches = createBatches<string, string>();
    const { result } = batches.join('w', 'a');
    for (const { fail } of batches.take('w', 1)) fail(new Error('no way'));
    await expect(result).rejects.toThrow('no way');
  });
});
