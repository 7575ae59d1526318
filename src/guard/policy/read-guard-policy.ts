import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { addressFormOf } from '../../core/registry/check-address.ts';
import { chainRegistry, formatsOf } from '../../core/swap/chains.ts';
import { canonicalJson } from '../../core/text/canonical-json.ts';
import type { Fault } from '../../errors/ferryman-error.ts';
import type { AdmittedOnChain, GuardPolicy } from './guard-policy.ts';
import { type PolicyFile, policyFileSchema } from './policy-schema.ts';
import { capFaults, capOf } from './read-caps.ts';

export type ReadPolicy = { ok: true; policy: GuardPolicy } | { ok: false; faults: Fault[] };

/**
 * Reads the JSON value of a policy file, with every fault.
 * Its hash is that of the canonical form (RFC 8785) of what the file says, with defaults filled in:
 * spaces and the order of members do not matter, and a changed default changes it.
 */
export function readGuardPolicy(value: unknown): ReadPolicy {
  const parsed = policyFileSchema.safeParse(value);
  if (!parsed.success) return { ok: false, faults: parsed.error.issues.flatMap(faultsOf) };
  const file = parsed.data;
  const faults = [
    ...Object.entries(file.chains).flatMap(([name, chain]) => addressFaults(name, chain)),
    ...capFaults(file.caps, addressTest),
  ];
  if (faults.length > 0) return { ok: false, faults };
  return { ok: true, policy: policyOf(file) };
}

/** Admits nothing: what applies if no policy is configured. */
export const closedPolicy: GuardPolicy = policyOf(policyFileSchema.parse({ version: 1 }));

function policyOf(file: PolicyFile): GuardPolicy {
  const { profile, limits, providers, chains, caps } = file;
  const digest = createHash('sha256').update(canonicalJson(file)).digest('hex');
  return {
    hash: `sha256:${digest}`,
    profile,
    limits,
    providers,
    chains: new Map(Object.entries(chains).map(([name, chain]) => [name, admittedBy(chain)])),
    caps: caps.map(capOf),
  };
}

function admittedBy(chain: PolicyFile['chains'][string]): AdmittedOnChain {
  const { targets, spenders, rotatingAddresses } = chain;
  const textsOf = (list: readonly { address: string }[]) => list.map(({ address }) => address);
  return {
    targets,
    spenders,
    destinations: chain.destinations,
    programs: chain.programs,
    tips: textsOf(chain.tips),
    cosigners: textsOf(chain.cosigners),
    receivers: chain.receivers === 'any' ? 'any' : textsOf(chain.receivers),
    refundAddresses: chain.refundAddresses === 'any' ? 'any' : textsOf(chain.refundAddresses),
    rotatingAddresses,
  };
}

function faultsOf({ code, path, message, ...issue }: z.core.$ZodIssue): Fault[] {
  const pointer = `/${path.join('/')}`;
  if (code === 'unrecognized_keys' && 'keys' in issue)
    return issue.keys.map((key) => ({
      pointer: `${pointer === '/' ? '' : pointer}/${key}`,
      message: 'is not known',
    }));
  return [{ pointer, message }];
}

/** Every address must have a form of its chain: an entry that matches nothing protects nobody. */
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
