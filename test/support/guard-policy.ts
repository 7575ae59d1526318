import { createGuard } from '../../src/guard/create-guard.ts';
import type { GuardPolicy } from '../../src/guard/policy/guard-policy.ts';
import { readGuardPolicy } from '../../src/guard/policy/read-guard-policy.ts';
import type { Guard } from '../../src/ports/guard.ts';
import { testDescriptors } from '../guard/descriptors/test-descriptors.ts';

/** Of the vectors' fixtures, which most tests of rules use too. */
const router = '0x02D0722c62A41c6f6eF0E05bED1423F2f1B68864';
const gateway = '0x0605808857d431Bfb447979A599B19Ab48166C9c';
/** Signs swaps together with the wallet. Its seed is 32 bytes of 7. */
const solanaMaker = 'GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB';
/** The body of the scenarios: a query, whom to pay and how much at least, and an empty cell. */
const tonSwaps = (['coins', 'jettons'] as const).map((kind) => ({
  operation: '0x25938561',
  with: kind,
  fields: [
    { type: 'uint', bits: 64 },
    {
      type: 'ref',
      fields: [
        { type: 'address', role: 'receiver' },
        { type: 'coins', role: 'minimum' },
      ],
    },
    { type: 'ref', fields: [] },
  ],
}));
const open = { receivers: 'any', refundAddresses: 'any', tokens: 'any' };
/** Providers of the scenarios' orders whose addresses are new each time. */
const rotating = (...tokens: readonly string[]) =>
  ['UNISWAP_V2', 'across', 'changenow', 'thorchain'].flatMap((provider) =>
    tokens.map((token) => ({
      provider,
      token,
      // 100,000 of a token with six decimals; of coins, more than any scenario pays.
      maximumAmount: token === 'native' ? `${10n ** 21n}` : `${10n ** 11n}`,
      ...(provider === 'across' ? { memo: 'optional' as const } : {}),
    })),
  );

/** The policy of an operator who uses the contracts of the tests' scenarios, and pays anyone. */
export const testPolicyFile = {
  version: 1,
  providers: 'any',
  descriptors: testDescriptors,
  // The scenarios' amounts are not worth one another.
  prices: { unpriced: 'any' },
  chains: {
    ETH: {
      ...open,
      targets: [{ address: router }],
      spenders: [{ address: gateway }],
      rotatingAddresses: rotating('native', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'),
    },
    ARBITRUM: { ...open, targets: [{ address: router }] },
    POLYGON: open,
    BITCOIN_CASH: open,
    VE_CHAIN: open,
    TRON: {
      ...open,
      targets: [
        { address: 'TAE64XLmbnWtBsKZNypFpxMcRgcthf1pNT' },
        { address: 'TAX3eW2Q5ohUkvZGaUxGT8C5prf8HTEZGC' },
      ],
      spenders: [
        { address: 'TAE64XLmbnWtBsKZNypFpxMcRgcthf1pNT' },
        { address: 'TAX3eW2Q5ohUkvZGaUxGT8C5prf8HTEZGC' },
      ],
      rotatingAddresses: rotating('native', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
    },
    SOLANA: {
      ...open,
      programs: [
        {
          address: 'EsCzoZ2Y3BJoQYRNo4Fpu56xFFXgNHw8BVLNCiRCddwq',
          minimumOut: [
            { discriminator: '0x01', of: 'bought', offset: 1 },
            { discriminator: '0x03', of: 'bought', offset: 1, slippageBpsOffset: -2 },
          ],
          receiver: [{ discriminator: '0x01', offset: -32, bytes: 32 }],
          undescribed: ['0x03'],
        },
      ],
      destinations: [
        'EpSCWeGdEdUcMMD3s7u4gfp57HxQYvFnjk15Yq5D79rE',
        { address: solanaMaker, plain: true },
      ],
      cosigners: [solanaMaker],
      tips: ['2KW2XRd9kwqet15Aha2oK3tYvd3nWbTFH1MBiRAv1BE1'],
      rotatingAddresses: rotating('native', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
    },
    TON: {
      ...open,
      destinations: [
        {
          address: 'EQDNTrhWRjM8bNrL2cHXMlT1739f0aacCHCgxFrSgkUF90bt',
          operations: [...tonSwaps, '0x11111111', '0xea06185d'],
        },
        { address: 'EQCcIM9vY8TpyeZBHa8Snx6_eB8BhBsL959zYe8nGkPxOblf' },
      ],
      rotatingAddresses: rotating('native', `0:${'11'.repeat(32)}`),
    },
    BITCOIN: { ...open, rotatingAddresses: rotating('native') },
  },
} as const;

const openChains = Object.fromEntries(
  Object.keys(testPolicyFile.chains).map((name) => [name, open]),
);

/** @throws on a file with faults */
export function policyFrom(file: unknown): GuardPolicy {
  const read = readGuardPolicy(file);
  if (!read.ok)
    throw new Error(read.faults.map(({ pointer, message }) => `${pointer} ${message}`).join('; '));
  return read.policy;
}

export const testPolicy: GuardPolicy = policyFrom(testPolicyFile);

export const testGuard: Guard = createGuard({ policy: testPolicy });

/** A guard whose policy names only this, beside any receiver. */
export function guardNaming(
  chain: string,
  admitted: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Guard {
  const chains = { ...openChains, [chain]: { ...open, ...admitted } };
  return createGuard({ policy: policyFrom({ ...testPolicyFile, ...more, chains }) });
}
