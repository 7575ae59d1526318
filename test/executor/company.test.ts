import { describe, expect, it } from 'vitest';
import { createCompany } from '../../src/executor/company.ts';

describe('company', () => {
  it('goes along in the order in which it came, as many as may', async () => {
    const company = createCompany<string, string>();
    const joined = ['a', 'b', 'c'].map((name) => company.join('w', name));
    const taken = company.take('w', 2);
    expect(taken.map(({ member }) => member)).toEqual(['a', 'b']);
    expect(joined.map(({ isTaken }) => isTaken())).toEqual([true, true, false]);
    for (const { member, tell } of taken) tell(`${member} went`);
    expect(await Promise.all(joined.slice(0, 2).map(({ told }) => told))).toEqual(['a went', 'b went']);
    expect(company.take('w', 2).map(({ member }) => member)).toEqual(['c']);
    expect(company.take('w', 2)).toEqual([]);
  });

  it('of other wallets is left where it is', () => {
    const company = createCompany<string, string>();
    company.join('w', 'a');
    company.join('other', 'b');
    expect(company.take('w', 4).map(({ member }) => member)).toEqual(['a']);
  });

  it('is told what went wrong', async () => {
    const company = createCompany<string, string>();
    const { told } = company.join('w', 'a');
    for (const { fail } of company.take('w', 1)) fail(new Error('no way'));
    await expect(told).rejects.toThrow('no way');
  });
});
