import { describe, expect, it } from 'vitest';
import { submitPatiently } from '../../src/cli/demo/submit-patiently.ts';
import type { ErrorCode } from '../../src/errors/codes.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import { hangSignal } from '../support/hang-limit.ts';

/** Fails with the code as often as it says. */
function failing(code: ErrorCode, times: number): () => Promise<string> {
  let left = times;
  return async () => {
    if (left-- > 0) throw new FerrymanError(code, 'not now');
    return 'accepted';
  };
}

const patient = { signal: hangSignal(), betweenTries: 0 };

describe('a job of the demo', () => {
  it('is submitted again where a chain did not answer in time', async () => {
    expect(await submitPatiently(failing('CHAIN_UNAVAILABLE', 3), patient)).toBe('accepted');
  });

  it('is not submitted forever', async () => {
    await expect(
      submitPatiently(failing('CHAIN_UNAVAILABLE', Number.POSITIVE_INFINITY), patient),
    ).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
  });

  it('is not submitted again where that cannot help', async () => {
    await expect(submitPatiently(failing('INVALID_JOB', 1), patient)).rejects.toMatchObject({
      code: 'INVALID_JOB',
    });
  });
});
