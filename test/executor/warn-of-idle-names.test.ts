import { expect, it } from 'vitest';
import { warnOfIdleNames } from '../../src/executor/warn-of-idle-names.ts';

const treasury = { name: 'treasury' };

async function warned(caps: (string | undefined)[], blackouts: string[][] = []) {
  const warnings: unknown[] = [];
  let reads = 0;
  await warnOfIdleNames(
    {
      wallets: async () => {
        reads += 1;
        return [treasury as never];
      },
    },
    {
      caps: caps.map((wallet) => ({ name: `cap of ${wallet}`, ...(wallet ? { wallet } : {}) })),
      blackouts: [{ name: 'of all' }, ...blackouts.map((wallets) => ({ name: 'quiet', wallets }))],
    },
    { warn: (facts: unknown) => void warnings.push(facts) },
  );
  return { warnings, reads };
}

it('warns of each cap and blackout whose wallet nobody has', async () => {
  expect(await warned(['treasury', 'tresury', undefined], [['treasury', 'trsury']])).toEqual({
    warnings: [
      { cap: 'cap of tresury', wallet: 'tresury' },
      { blackout: 'quiet', wallet: 'trsury' },
    ],
    reads: 1,
  });
});

it('asks nothing if neither names a wallet', async () => {
  expect(await warned([undefined])).toEqual({ warnings: [], reads: 0 });
});
