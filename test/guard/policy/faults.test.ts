import { expect, it } from 'vitest';
import { readGuardPolicy } from '../../../src/guard/policy/read-guard-policy.ts';

const faultsOf = (policy: object) => {
  const read = readGuardPolicy({ version: 1, ...policy });
  return read.ok ? [] : read.faults.map(({ pointer, message }) => `${pointer} ${message}`);
};

it('says in plain words which type a member has', () => {
  expect(
    faultsOf({ limits: { fixedFeeUsd: 25, acceptedWarnings: 'all' }, chains: { ETH: 'any' } }),
  ).toEqual([
    '/limits/fixedFeeUsd is not a text in quotes',
    '/limits/acceptedWarnings is not a list: […]',
    '/chains/ETH is not an object: {…}',
  ]);
});

it('refuses a stop of providers that could never stop one', () => {
  expect(faultsOf({ providerStop: { below: 5, of: 3 } })).toEqual([
    '/providerStop/below is more than "of", so no provider would ever be stopped: write "never" for that',
  ]);
  expect(faultsOf({ providerStop: { below: 3, of: 3 } })).toEqual([]);
});

it('refuses a cap on a provider that no payment has', () => {
  const capped = (provider: string, additionalProviders?: readonly string[]) => {
    const read = readGuardPolicy(
      { version: 1, caps: [{ window: 'day', usd: '5', provider }] },
      additionalProviders ? { additionalProviders } : {},
    );
    return read.ok ? [] : read.faults;
  };
  expect(capped('acros', [])).toEqual([
    {
      pointer: '/caps/0/provider',
      message: expect.stringContaining('acros is not a known provider') as unknown,
    },
  ]);
  expect(capped('across', [])).toEqual([]);
  expect(capped('acme_bridge', ['acme_bridge'])).toEqual([]);
  // Where nobody knows the operator's own names.
  expect(capped('acme_bridge')).toEqual([]);
});
