import { describe, expect, it } from 'vitest';
import { toProblem } from '../../src/api/problem.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';

const creating = { requestId: 'r', creating: true };

describe('the problem of a refused create', () => {
  it('says that nothing was touched', () => {
    const problem = toProblem(new FerrymanError('INVALID_JOB', 'no amount'), creating);
    expect(problem).toMatchObject({ stage: 'submit', fundsState: 'untouched' });
  });

  it.each([
    'PAYMENT_LANDED',
    'PAYMENT_MAY_LAND',
    'FUNDS_UNKNOWN',
    'SWAP_NOT_ENDED',
    'SWAP_REPLACED',
    'SWAP_RETRIED',
  ] as const)('does not say so if %s: the swap to be replaced may be paid', (code) => {
    const problem = toProblem(new FerrymanError(code, 'swap x is not replaced'), creating);
    expect(problem).not.toHaveProperty('fundsState');
    expect(problem).not.toHaveProperty('stage');
  });
});
