import type { GuardPolicy } from '../../../../src/guard/policy/guard-policy.ts';
import { makersAddress } from '../../../families/solana/guard/changes.ts';
import { policyFrom, testPolicyFile } from '../../../support/guard-policy.ts';
import type { Base, Setting } from './base.ts';
import { codeHashes } from './evm.ts';
import { tokens } from './fixtures.ts';
import { pricedTokens } from './prices.ts';
import { type Env, requireKnown } from './vector.ts';

/** Members of a vector's policy that the runner can express. */
const known = ['useRouterGas', 'allowedCosigners', 'profile', 'limits', 'providers', 'permit2'];

/**
 * The policy that the fixtures' note describes: the contracts and programs of the bases are listed,
 * the attacker's are not.
 */
export function policyOf(base: Base, setting: Setting): GuardPolicy {
  return policyFrom(policyFileOf(base, setting));
}

/** The fixtures' caps, or those that a vector states. */
function capsOf(env: Env): object[] {
  const stated = (...names: string[]) =>
    names.map((name) => env[name]).find((value) => value !== undefined);
  const bounds = [
    ['transaction', stated('txCapUsd', 'perTxCapUsd', 'capUsd') ?? 100_000],
    ['hour', stated('hourlyCapUsd', 'hourCapUsd')],
    ['day', stated('dailyCapUsd', 'dayCapUsd') ?? 1_000_000],
  ] as const;
  return bounds.flatMap(([window, usd]) => (usd === undefined ? [] : [{ window, usd: `${usd}` }]));
}

export function policyFileOf(base: Base, setting: Setting) {
  const { policy, env } = { env: {}, ...setting.mutation };
  requireKnown('policy', policy, known);
  const { chains } = testPolicyFile;
  const { provider, from } = base.terms;
  const chain = chains[from.chain as keyof typeof chains] as {
    targets?: readonly { address: string }[];
    rotatingAddresses?: readonly object[];
  };
  const isNative = Object.values(tokens).some(
    (one) => one === from && ['ETH', 'TRX', 'SOL', 'TON', 'BTC'].includes(one.symbol),
  );
  const { pinned } = codeHashes({ ...setting, env });
  return {
    ...testPolicyFile,
    prices: { tokens: pricedTokens(base, setting) },
    caps: capsOf(env),
    ...(policy?.profile === undefined ? {} : { profile: policy.profile }),
    ...(policy?.limits === undefined ? {} : { limits: policy.limits }),
    ...(policy?.providers === undefined ? {} : { providers: policy.providers }),
    chains: {
      ...chains,
      [from.chain]: {
        ...chain,
        ...(from.family === 'solana'
          ? { cosigners: policy?.allowedCosigners === undefined ? [] : [makersAddress] }
          : {}),
        ...(chain.targets && Object.keys(pinned).length > 0
          ? { targets: chain.targets.map((target) => ({ ...target, ...pinned })) }
          : {}),
        // The fixtures' vault, and the address of each deposit.
        rotatingAddresses: [
          ...(base.flow === 'deposit' || from.family === 'bitcoin'
            ? [
                {
                  provider,
                  token: isNative ? 'native' : from.address,
                  // 100,000 of a token with six decimals.
                  maximumAmount: isNative ? `${10n ** 21n}` : `${10n ** 11n}`,
                },
              ]
            : []),
        ],
      },
    },
  };
}
