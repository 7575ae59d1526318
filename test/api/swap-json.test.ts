import { expect, it } from 'vitest';
import { swapJson } from '../../src/api/swap-json.ts';
import type { SwapId, WalletId } from '../../src/core/swap/ids.ts';
import type { Leg, Swap } from '../../src/core/swap/swap.ts';
import { makeJob, pol, receiver, usdc } from './fixtures.ts';

const wallet = { id: 'w' as WalletId, name: 'main', address: receiver };

function makeSwap(change: Partial<Swap> = {}): Swap {
  return {
    id: 's' as SwapId,
    idempotencyKey: 'k',
    job: makeJob(wallet),
    state: 'settled',
    fundsState: 'moved',
    version: 9,
    consecutiveFailures: 0,
    createdAt: 0,
    updatedAt: 1_000,
    feeSpent: 21_000n,
    legs: [],
    ...change,
  };
}

const leg: Leg = {
  chain: 'POLYGON',
  txId: '0xaa',
  index: -1,
  token: pol.token,
  amount: 30_000_000_000_000_000_000n,
  role: 'payout',
  level: 'verified',
};

it('gives each amount in the decimals of its own token', () => {
  const json = swapJson({
    revision: 4,
    swap: makeSwap({
      legs: [leg],
      job: makeJob(wallet, { bound: { kind: 'min_out', minOut: 29n * 10n ** 18n }, maxFee: 5n }),
    }),
    order: {
      provider: 'across',
      swapType: 'cross-chain',
      minOut: 29n * 10n ** 18n,
      expectedOut: 305n * 10n ** 17n,
    },
    payment: { txId: '0xbb', status: 'final' },
  });
  expect(json).toMatchObject({
    amount: '12.5',
    amountBaseUnits: '12500000',
    minOut: '29',
    minOutBaseUnits: '29000000000000000000',
    maxFeeBaseUnits: '5',
    feeSpentBaseUnits: '21000',
    order: { provider: 'across', expectedOut: '30.5', minOut: '29' },
    payment: { chain: 'ETH', txId: '0xbb', status: 'final' },
    legs: [
      { txId: '0xaa', amount: '30', amountBaseUnits: '30000000000000000000', level: 'verified' },
    ],
    level: 'verified',
    version: 4,
    createdAt: '1970-01-01T00:00:00.000Z',
  });
  expect(json).not.toHaveProperty('slippageBps');
});

it('does not invent decimals for a token that is neither side of the job', () => {
  const stranger: Leg = { ...leg, token: '0x9A40B1655d6d147eA6c5BB92fECF600aB3fD5630', amount: 7n };
  const refund: Leg = {
    ...leg,
    chain: 'ETH',
    token: usdc.token.toLowerCase(),
    amount: 12_000_000n,
    role: 'refund',
  };
  const { legs } = swapJson({ revision: 1, swap: makeSwap({ legs: [stranger, refund] }) });
  expect(legs[0]).toMatchObject({ amountBaseUnits: '7' });
  expect(legs[0]).not.toHaveProperty('amount');
  expect(legs[1]).toMatchObject({ amount: '12', token: usdc.token });
});

it('is as well proven as its weakest leg', () => {
  const levels = ['verified', 'router-reported', 'inferred'] as const;
  expect(
    swapJson({ revision: 1, swap: makeSwap({ legs: levels.map((level) => ({ ...leg, level })) }) })
      .level,
  ).toBe('router-reported');
  expect(swapJson({ revision: 1, swap: makeSwap() })).not.toHaveProperty('level');
});

it('is JSON all through', () => {
  expect(() =>
    JSON.stringify(swapJson({ revision: 1, swap: makeSwap({ legs: [leg] }) })),
  ).not.toThrow();
});
