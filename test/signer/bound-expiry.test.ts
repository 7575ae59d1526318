import { describe, expect, it } from 'vitest';
import { boundExpiry } from '../../src/signer/bound-expiry.ts';
import { aSwapRequest } from '../guard/scenario.ts';

const isolated = { isolated: true };

async function logged(
  named: bigint | undefined,
  shown: bigint | undefined,
  context = isolated,
): Promise<bigint | undefined> {
  const { expires: _none, ...unsigned } = aSwapRequest().unsigned;
  const said = named === undefined ? unsigned : { ...unsigned, expires: named };
  const adapter = shown === undefined ? {} : { latestExpiry: async () => shown };
  return (await boundExpiry(context, adapter, said)).expires;
}

describe('the end of validity that a signer logs', () => {
  it("is the chain's own bound if a worker names an earlier one", async () => {
    expect(await logged(1n, 451n)).toBe(451n);
  });

  it('is what the worker names if that is later: the payment counts as alive for longer', async () => {
    expect(await logged(452n, 451n)).toBe(452n);
  });

  it('is what the bytes say where they say it', async () => {
    expect(await logged(7n, undefined)).toBe(7n);
  });

  it('is not there if the worker names none: then nothing proves that the payment is dead', async () => {
    expect(await logged(undefined, 451n)).toBeUndefined();
  });

  it('costs no call where the worker and the signer are one process', async () => {
    expect(await logged(1n, 451n, { isolated: false })).toBe(1n);
  });
});
