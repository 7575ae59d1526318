import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { parseDecimal } from '../../core/amounts/parse-decimal.ts';
import { addressFormOf } from '../../core/registry/check-address.ts';
import { chainRegistry, formatsOf } from '../../core/swap/chains.ts';
import { canonicalJson } from '../../core/text/canonical-json.ts';
import type { Fault } from '../../errors/ferryman-error.ts';
import type { DescriptorHashes } from '../descriptors/descriptor.ts';
import { type ReadDescriptors, readDescriptors } from '../descriptors/read-descriptors.ts';
import { addressesOf } from '../is-listed.ts';
import { blackoutBy, blackoutFaults } from './blackout-schema.ts';
import type { DescriptorSource } from './descriptor-source.ts';
import type {
  AdmittedOnChain,
  AdmittedRotation,
  GuardLimits,
  GuardPolicy,
  GuardPrices,
} from './guard-policy.ts';
import { type PolicyFile, policyFileSchema } from './policy-schema.ts';
import { approvalFaults, approvalTableOf } from './read-approvals.ts';
import { capFaults, capOf } from './read-caps.ts';

export type ReadPolicy = { ok: true; policy: GuardPolicy } | { ok: false; faults: Fault[] };

/**
 * Reads the JSON value of a policy file, with every fault.
 * Its hash is that of the canonical form (RFC 8785) of what the file says, with defaults filled in:
 * spaces and the order of members do not matter, and a changed default changes it. It covers the
 * hashes of the descriptors and their roles, wherever they are.
 * @param options.descriptorFiles of the folder that the policy names: `descriptorFolderOf`
 * @param options.additionalProviders the operator's own names of providers. Without them the names
 * of providers in caps are not checked
 */
export function readGuardPolicy(
  value: unknown,
  {
    descriptorFiles,
    additionalProviders,
  }: {
    descriptorFiles?: readonly DescriptorSource[];
    additionalProviders?: readonly string[];
  } = {},
): ReadPolicy {
  const parsed = policyFileSchema.safeParse(value);
  if (!parsed.success) return { ok: false, faults: parsed.error.issues.flatMap(faultsOf) };
  const file = parsed.data;
  const faults = [
    ...Object.entries(file.chains).flatMap(([name, chain]) => addressFaults(name, chain)),
    ...capFaults(file.caps, { addressTest, additionalProviders }),
    ...blackoutFaults(file.blackouts ?? [], (chain) => addressTest(chain) !== undefined),
    ...approvalFaults(file, { addressTest, additionalProviders }),
    ...priceFaults(file.prices),
  ];
  const described = describedBy(file, descriptorFiles);
  if (!described.ok) faults.push(...described.faults);
  if (!described.ok || faults.length > 0) return { ok: false, faults };
  return { ok: true, policy: policyOf(file, described) };
}

/** The folder of descriptors that a policy names. `undefined`: it names none, or is malformed. */
export function descriptorFolderOf(value: unknown): string | undefined {
  const parsed = policyFileSchema.safeParse(value);
  const { descriptors } = parsed.success ? parsed.data : {};
  return descriptors && 'folder' in descriptors ? descriptors.folder : undefined;
}

/** Admits nothing: what applies if no policy is configured. */
export const closedPolicy: GuardPolicy = policyOf(policyFileSchema.parse({ version: 1 }), {
  index: new Map(),
  hashes: [],
});

function describedBy(
  { descriptors }: PolicyFile,
  files: readonly DescriptorSource[] | undefined,
): ReadDescriptors {
  if (descriptors === undefined) return readDescriptors([]);
  if ('inline' in descriptors) return readDescriptors(descriptors.inline);
  if (files) return pinned(readDescriptors(files), descriptors.pins);
  const message = 'was not read: give the descriptors inline here';
  return { ok: false, faults: [{ pointer: '/descriptors/folder', message }] };
}

/** Pinned files have to be exactly what a person has reviewed, and no others may stand beside them. */
function pinned(
  read: ReadDescriptors,
  pins: Readonly<Record<string, Pick<DescriptorHashes, 'descriptor' | 'roles'>>> | undefined,
): ReadDescriptors {
  if (!read.ok || pins === undefined) return read;
  const names = new Set([...Object.keys(pins), ...read.hashes.map(({ name }) => name)]);
  const faults = [...names].flatMap((name) => {
    const found = read.hashes.find((one) => one.name === name);
    const pin = Object.hasOwn(pins, name) ? pins[name] : undefined;
    if (found && pin?.descriptor === found.descriptor && pin.roles === found.roles) return [];
    const message = found
      ? `is not what was pinned: it has descriptor ${found.descriptor} and roles ${found.roles}`
      : 'is pinned, but the folder does not have it';
    return [{ pointer: `/descriptors/pins/${name}`, message }];
  });
  return faults.length > 0 ? { ok: false, faults } : read;
}

function policyOf(
  file: PolicyFile,
  { index, hashes }: Omit<Extract<ReadDescriptors, { ok: true }>, 'ok'>,
): GuardPolicy {
  const { profile, limits, providers, chains, caps, blackouts = [] } = file;
  const covered = { ...file, descriptors: hashes };
  const digest = createHash('sha256').update(canonicalJson(covered)).digest('hex');
  const table = approvalTableOf(file);
  return {
    descriptors: index,
    descriptorHashes: hashes,
    hash: `sha256:${digest}`,
    profile,
    limits: limitsOf(limits),
    providers,
    prices: pricesOf(file.prices),
    chains: new Map(Object.entries(chains).map(([name, chain]) => [name, admittedBy(chain)])),
    ...(file.providerStop === 'never' ? {} : { providerStop: file.providerStop }),
    caps: caps.map(capOf),
    blackouts: blackouts.map(blackoutBy),
    ...(table ? { approvals: table } : {}),
  };
}

function admittedBy(chain: PolicyFile['chains'][string]): AdmittedOnChain {
  const { targets, spenders, rotatingAddresses } = chain;
  return {
    targets,
    spenders,
    destinations: chain.destinations,
    programs: chain.programs,
    deployableCode: chain.deployableCode,
    tips: addressesOf(chain.tips),
    cosigners: addressesOf(chain.cosigners),
    receivers: chain.receivers === 'any' ? 'any' : addressesOf(chain.receivers),
    refundAddresses: chain.refundAddresses === 'any' ? 'any' : addressesOf(chain.refundAddresses),
    protectedCoin: BigInt(chain.protectedCoinSats),
    rotatingAddresses: rotatingAddresses.map(rotationBy),
    tokens: chain.tokens,
    ...(chain.fixedFee === undefined ? {} : { fixedFee: BigInt(chain.fixedFee) }),
  };
}

function rotationBy({
  maximumAmount,
  maximumUsd,
  firstAmount,
  firstUsd,
  ...entry
}: PolicyFile['chains'][string]['rotatingAddresses'][number]): AdmittedRotation {
  return {
    ...entry,
    ...(maximumAmount === undefined ? {} : { maximumAmount: BigInt(maximumAmount) }),
    ...(maximumUsd === undefined ? {} : { maximumUsdE18: parseDecimal(maximumUsd, 18) ?? 0n }),
    ...(firstAmount === undefined ? {} : { firstAmount: BigInt(firstAmount) }),
    ...(firstUsd === undefined ? {} : { firstUsdE18: parseDecimal(firstUsd, 18) ?? 0n }),
  };
}

function limitsOf({ fixedFeeUsd, ...limits }: PolicyFile['limits']): GuardLimits {
  return { ...limits, fixedFeeUsdE18: parseDecimal(fixedFeeUsd, 18) ?? 0n };
}

function pricesOf({
  maxAgeSeconds,
  feeToleranceUsd,
  ...prices
}: PolicyFile['prices']): GuardPrices {
  const feeToleranceUsdE18 = parseDecimal(feeToleranceUsd, 18) ?? 0n;
  return { ...prices, maxAgeMs: maxAgeSeconds * 1_000, feeToleranceUsdE18 };
}

function priceFaults({ tokens, unpriced }: PolicyFile['prices']): Fault[] {
  const faultOf = (pointer: string, { chain, token }: { chain: string; token: string }) => {
    const isAddress = addressTest(chain);
    if (!isAddress) return [{ pointer, message: `${chain} is no chain that Ferryman knows` }];
    return token === 'native' || isAddress(token)
      ? []
      : [{ pointer, message: `${token} is no address of ${chain}` }];
  };
  return [
    ...tokens.flatMap((one, index) => faultOf(`/prices/tokens/${index}`, one)),
    ...(unpriced === 'any' ? [] : unpriced).flatMap((one, index) =>
      faultOf(`/prices/unpriced/${index}`, one),
    ),
  ];
}

function faultsOf({ code, path, message, ...issue }: z.core.$ZodIssue): Fault[] {
  const pointer = `/${path.join('/')}`;
  if (code === 'unrecognized_keys' && 'keys' in issue)
    return issue.keys.map((key) => ({
      pointer: `${pointer === '/' ? '' : pointer}/${key}`,
      message: 'is not known',
    }));
  return [{ pointer, message: plain(message) }];
}

/** The schema library's own words, where the schema has no others. */
function plain(message: string): string {
  if (message === 'Invalid input') return 'has a form that docs/guard/policy.md does not know';
  const [, wanted, got] = /^Invalid input: expected (\w+), received (\w+)$/.exec(message) ?? [];
  if (wanted === undefined) return message;
  if (got === 'undefined') return 'is missing';
  return `is not ${kinds[wanted] ?? wanted}`;
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text in quotes',
  number: 'a number without quotes',
  boolean: 'true or false',
  array: 'a list: […]',
  object: 'an object: {…}',
  record: 'an object: {…}',
};

/** Every address must have a form of its chain: an entry that matches nothing protects nothing. */
function addressFaults(name: string, chain: PolicyFile['chains'][string]): Fault[] {
  const isAddress = addressTest(name);
  if (!isAddress)
    return [{ pointer: `/chains/${name}`, message: 'is no chain that Ferryman knows' }];
  const lists = {
    targets: chain.targets,
    spenders: chain.spenders,
    destinations: chain.destinations,
    programs: chain.programs,
    tips: chain.tips,
    cosigners: chain.cosigners,
    receivers: chain.receivers === 'any' ? [] : chain.receivers,
    refundAddresses: chain.refundAddresses === 'any' ? [] : chain.refundAddresses,
    rotatingAddresses: chain.rotatingAddresses.map(({ token }) => ({ address: token })),
    tokens: chain.tokens === 'any' ? [] : chain.tokens,
  };
  return Object.entries(lists).flatMap(([list, entries]) =>
    entries.flatMap(({ address }, index) =>
      address === 'native' || isAddress(address)
        ? []
        : [
            {
              pointer: `/chains/${name}/${list}/${index}`,
              message: `${address} is no address of ${name}`,
            },
          ],
    ),
  );
}

/** `undefined` for a chain that is unknown. */
function addressTest(name: string): ((text: string) => boolean) | undefined {
  const form = addressFormOf(name);
  const family = chainRegistry[name]?.family;
  if (!form || family === undefined) return form && ((text) => form.codec(text) !== undefined);
  const { ignoresCase, looksLikeAddress } = formatsOf(family);
  // Test networks have addresses of their own. Where case is a checksum, it has to be right.
  return (text) => form.codec(text) !== undefined || (!ignoresCase && looksLikeAddress(text));
}
