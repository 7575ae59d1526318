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
