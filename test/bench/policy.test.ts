import { expect, it } from 'vitest';
import { describePolicy } from '../../bench/stand-ins/describe-policy.ts';
import { policyFrom } from '../support/guard-policy.ts';

it('runs on stand-ins under the profile `standard`, with providers and prices named', () => {
  const policy = policyFrom(describePolicy(['ETH', 'POLYGON']));
  expect(policy.profile).toBe('standard');
  expect(policy.providers).toEqual(['UNISWAP_V2', 'across']);
});
