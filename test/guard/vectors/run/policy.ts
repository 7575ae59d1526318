import { toFunctionSelector } from 'viem';
import { chainRegistry } from '../../../../src/core/swap/chains.ts';
import type { GuardPolicy } from '../../../../src/guard/policy/guard-policy.ts';
import { makersAddress } from '../../../families/solana/guard/changes.ts';
import { policyFrom, testPolicyFile } from '../../../support/guard-policy.ts';
import type { Base, Setting } from './base.ts';
import { isFirstUse, usedBefore } from './env.ts';
import { codeHashes, contractHash } from './evm.ts';
import { tokens } from './fixtures.ts';
import { isNative, pricedTokens } from './prices.ts';
import { type Env, requireKnown } from './vector.ts';

/** What a vector calls a cap, in its policy or among what the world says. */
const txCaps = ['txCapUsd', 'perTxCapUsd', 'capUsd', 'perTxUsd', 'maxUsdPerTx'];
const hourCaps = ['hourlyCapUsd', 'hourCapUsd'];
const dayCaps = ['dailyCapUsd', 'dayCapUsd'];
const countCaps = ['countCap', 'hourlyCountCap', 'maxPerHour'];
const depositCaps = ['depositCapUsd'];
const capNames = [...txCaps, ...hourCaps, ...dayCaps, ...countCaps, ...depositCaps];
/** Payments an hour, as the rules propose. */
const usualCount = 30;

/**
 * Names of providers that the routing interface knows. Every other one is new, and the fixtures
 * admit none of those.
 */
const knownProviders =
  'across celer_bridge changenow debridge dln lifi rango squidrouter stargate symbiosis thorchain xy_dex jupiter raydium dedust stonfi sunswap orbiter_bridge simple_swap changelly exolix'.split(
    ' ',
  );
const knownDexes =
  'UNI_SWAP_V2 UNI_SWAP_V3 UNI_SWAP_V4 UNISWAP_V2 UNISWAP_V3 SUSHI_SWAP ONE_INCH ONEINCH OPEN_OCEAN ODOS ZRX PARASWAP KYBER_SWAP CURVE BALANCER PANCAKE_SWAP JUPITER RAYDIUM STONFI DEDUST SUN_SWAP'.split(
    ' ',
  );

/** Members of a vector's policy that the runner can express. */
const known = [
  'useRouterGas',
  'allowedCosigners',
  'profile',
  'limits',
  'providers',
  'allowedProviders',
  'receivers',
  'allowedReceivers',
  'permit2',
  'killSwitch',
  'caps',
  ...capNames,
];

/**
 * The policy that the fixtures' note describes: the contracts and programs of the bases are listed,
 * the attacker's are not.
 */
export function policyOf(base: Base, setting: Setting): GuardPolicy {
  return policyFrom(policyFileOf(base, setting));
}

/** The fixtures' caps, or those that a vector states. */
function capsOf(env: Env): object[] {
  const counted = usedBefore(env)?.count ?? 0;
  const count = stated(env, countCaps) ?? (counted > 0 ? usualCount : undefined);
  const bounds = [
    ['transaction', stated(env, txCaps) ?? 100_000],
    ['hour', stated(env, hourCaps)],
    ['day', stated(env, dayCaps) ?? 1_000_000],
  ] as const;
  return [
    ...bounds.flatMap(([window, usd]) => (usd === undefined ? [] : [{ window, usd: `${usd}` }])),
    ...(count === undefined ? [] : [{ window: 'hour', count: Number(count) }]),
  ];
}

function stated(env: Env, names: readonly string[]): unknown {
  return names.map((name) => env[name]).find((value) => value !== undefined);
}

export function policyFileOf(base: Base, setting: Setting) {
  const { policy, env } = { env: {}, ...setting.mutation };
  requireKnown('policy', policy, known);
  const caps = (policy?.caps ?? {}) as Record<string, unknown>;
  requireKnown('policy.caps', caps, capNames);
  const told = { ...env, ...policy, ...caps };
  const { chains } = testPolicyFile;
  const { provider, from } = base.terms;
  const chain = chains[from.chain as keyof typeof chains] as {
    targets?: readonly { address: string }[];
    rotatingAddresses?: readonly object[];
  };
  return {
    ...testPolicyFile,
    prices: { tokens: pricedTokens(base, setting) },
    caps: capsOf(told),
    ...(policy?.profile === undefined ? {} : { profile: policy.profile }),
    ...(policy?.limits === undefined ? {} : { limits: policy.limits }),
    providers: policy?.providers ??
      policy?.allowedProviders ?? [provider, ...knownProviders, ...knownDexes],
    chains: {
      ...Object.fromEntries(
        Object.entries(chains).map(([name, one]) => [
          name,
          { ...one, ...peopleOf(name, setting), tokens: tokensOf(name) },
        ]),
      ),
      [from.chain]: {
        ...chain,
        ...peopleOf(from.chain, setting),
        tokens: tokensOf(from.chain),
        ...(chain.targets ? contractsOf(base, setting) : {}),
        ...(from.family === 'solana' ? { cosigners: cosignersOf(setting) } : {}),
        // The fixtures' vault, and the address of each deposit.
        rotatingAddresses: [
          ...(base.flow === 'deposit' || from.family === 'bitcoin'
            ? [
                {
                  provider,
                  token: isNative(from) ? 'native' : from.address,
                  // 100,000 of a token with six decimals.
                  maximumAmount: isNative(from) ? `${10n ** 21n}` : `${10n ** 11n}`,
                  maximumUsd: `${stated(told, depositCaps) ?? 100_000}`,
                  // The fixtures' canary is done already.
                  ...(isFirstUse(env) ? { firstUsd: '50' } : {}),
                },
              ]
            : []),
        ],
      },
    },
  };
}

/** The runner has one co-signer: it is listed if the vector lists whom it adds. */
function cosignersOf({ mutation: { policy, rebuild } }: Setting): string[] {
  const listed = policy?.allowedCosigners;
  const added = rebuild?.addSigner;
  const isListed = Array.isArray(listed) && (added === undefined || listed.includes(added));
  return isListed ? [makersAddress] : [];
}

/** Whom a job may pay, and who may get money back: never an account of the attacker's. */
function peopleOf(chain: string, { fixtures: { addresses }, mutation: { policy } }: Setting) {
  const { receiver, treasury, otherTreasury } = addresses;
  const family = chainRegistry[chain]?.family;
  const of = (role: typeof receiver): string[] => {
    switch (family) {
      case 'evm':
        return [role.evm];
      case 'tron':
        return [role.tron];
      case 'solana':
        return [role.sol];
      case 'ton':
        return [role.tonRaw];
      default:
        return [];
    }
  };
  const stated = policy?.receivers ?? policy?.allowedReceivers;
  const receivers = family === 'evm' ? stated : undefined;
  return {
    receivers: receivers ?? [receiver, treasury, otherTreasury].flatMap(of),
    refundAddresses: [treasury, otherTreasury].flatMap(of),
  };
}

function tokensOf(chain: string) {
  return Object.values(tokens)
    .filter((token) => token.chain === chain && !isNative(token))
    .map(({ address, decimals }) => ({ address, decimals }));
}

/** Selectors of the bases' calls, which a strict policy names. */
const selectors = ['0xc35703ea', '0x86cbbeec', '0xac9650d8', '0x8e19899e'];

/**
 * The fixtures list router, gateway and pool. What a vector says to be off the list is off it. A
 * strict policy names code and functions besides.
 */
function contractsOf({ terms: { from } }: Base, setting: Setting) {
  const { fixtures, mutation } = setting;
  const { router, gateway, pool } = fixtures.addresses;
  const form = from.family === 'tron' ? 'tron' : 'evm';
  const listed = [router, gateway, pool].map((role) => role[form]);
  const isStrict = mutation.policy?.profile === 'strict';
  const standing = (mutation.env?.allowance ?? {}) as { spender?: string; listed?: boolean };
  const { pinned } = codeHashes({ ...setting, env: mutation.env ?? {} });
  const code = isStrict ? { codeHash: contractHash } : {};
  const called = form === 'tron' ? tronSelectors : selectors;
  return {
    targets: listed.map((address) => ({
      address,
      ...code,
      ...(isStrict ? { selectors: called } : {}),
      ...(address === router[form] ? pinned : {}),
    })),
    spenders: listed
      .filter((address) => standing.listed !== false || address !== standing.spender)
      .map((address) => ({ address, ...code })),
  };
}

const tronSelectors = [toFunctionSelector('swap(address,uint256,uint256,address)')];
