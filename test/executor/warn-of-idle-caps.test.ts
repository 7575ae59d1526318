import { expect, it } from 'vitest';
import { warnOfIdleCaps } from '../../src/executor/warn-of-idle-caps.ts';

const treasury = { name: 'treasury' };

async function warned(...wallets: (string | undefined)[]) {
  const warnings: unknown[] = [];
  let reads = 0;
  await warnOfIdleCaps(
    {
      wallets: async () => {
        reads += 1;
        return [treasury as never];
      },
    },
    wallets.map((wallet) => ({ name: `cap of ${wallet}`, ...(wallet ? { wallet } : {}) })),
    { warn: (facts: unknown) => void warnings.push(facts) },
  );
  return { warnings, reads };
}

it('warns of each cap whose wallet nobody has', async () => {
  expect(await warned('treasury', 'tresury', undefined)).toEqual({
    warnings: [{ cap: 'cap of tresury', wallet: 'tresury' }],
    reads: 1,
  });
});

it('asks nothing if no cap names a wallet', async () => {
  expect(await warned(undefined)).toEqual({ warnings: [], reads: 0 });
});
