import { createHash } from 'node:crypto';
import { type AbiFunction, parseAbiItem, toFunctionSelector } from 'viem';
import type { z } from 'zod';
import { families, formatsOf } from '../../core/swap/chains.ts';
import { canonicalJson } from '../../core/text/canonical-json.ts';
import type { Fault } from '../../errors/ferryman-error.ts';
import { authoritySelectors } from '../authority-selectors.ts';
import type { DescriptorSource } from '../policy/descriptor-source.ts';
import {
  type Conventions,
  type DescribedContract,
  type DescribedFunction,
  type DescriptorHashes,
  type DescriptorIndex,
  deploymentKey,
} from './descriptor.ts';
import {
  type DescriptorFile,
  descriptorSchema,
  type RolesFile,
  rolesSchema,
} from './descriptor-schema.ts';
import { readRoles } from './read-roles.ts';

export type ReadDescriptors =
  | { ok: true; index: DescriptorIndex; hashes: readonly DescriptorHashes[] }
  | { ok: false; faults: Fault[] };

/**
 * Reads descriptors with their roles, with every fault. A role that does not fit its function, a
 * function that grants permissions, and two functions with one selector are faults: an entry that
 * reads the wrong argument would protect nothing.
 */
export function readDescriptors(sources: readonly DescriptorSource[]): ReadDescriptors {
  const faults: Fault[] = [];
  const contracts = new Map<string, Map<string, DescribedFunction>>();
  for (const source of sources) {
    const at = `/descriptors/${source.name}`;
    const read = readPair(source, (pointer, message) =>
      faults.push({ pointer: `${at}${pointer}`, message }),
    );
    for (const key of read.keys) {
      const functions = contracts.get(key) ?? new Map<string, DescribedFunction>();
      contracts.set(key, functions);
      for (const [selector, one] of read.functions) {
        if (functions.has(selector))
          faults.push({ pointer: at, message: `describes ${selector} of ${key} once more` });
        functions.set(selector, one);
      }
    }
  }
  if (faults.length > 0) return { ok: false, faults };
  const index = new Map<string, DescribedContract>(
    [...contracts].map(([key, functions]) => [key, { functions }]),
  );
  return { ok: true, index, hashes: sources.map(hashesOf) };
}

type Report = (pointer: string, message: string) => void;

function readPair(
  { descriptor, roles }: DescriptorSource,
  report: Report,
): { keys: string[]; functions: Map<string, DescribedFunction> } {
  const functions = new Map<string, DescribedFunction>();
  const file = parsed(descriptorSchema, descriptor, '', report);
  const rolesFile = parsed(rolesSchema, roles, '/roles', report);
  if (!file || !rolesFile) return { keys: [], functions };
  const described = describedFunctions(file, report);
  for (const [key, entry] of Object.entries(rolesFile.functions)) {
    const at = `/roles/functions/${key}`;
    const selector = selectorOf(key);
    const abi = selector === undefined ? undefined : described.get(selector);
    if (selector === undefined || abi === undefined) {
      report(at, 'is no function that the descriptor describes');
      continue;
    }
    if (functions.has(selector)) report(at, `has the selector of another function: ${selector}`);
    const read = readRoles(entry, abi, file.metadata.constants);
    for (const message of read.faults) report(at, message);
    functions.set(selector, { ...read.described, conventions: conventionsOf(rolesFile) });
  }
  return { keys: keysOf(file, report), functions };
}

/** The functions of `display.formats`, by selector. */
function describedFunctions(
  { context, display }: DescriptorFile,
  report: Report,
): Map<string, AbiFunction> {
  const { abi } = context.contract;
  const listed = (Array.isArray(abi) ? abi : []).filter(
    (item): item is AbiFunction & { type: 'function' } =>
      item.type === 'function' && selectorOfAbi(item) !== undefined,
  );
  const functions = new Map<string, AbiFunction>();
  for (const key of Object.keys(display.formats)) {
    const at = `/display/formats/${key}`;
    const selector = selectorOf(key);
    const own = selector === undefined ? undefined : parseFunction(key);
    const one = own?.inputs.every(({ name }) => name)
      ? own
      : listed.find((item) => selectorOfAbi(item) === selector);
    if (selector === undefined || one === undefined) {
      report(at, 'is no function with the names of its parameters, and the ABI has none either');
      continue;
    }
    const permission = authoritySelectors.get(selector);
    if (permission !== undefined) report(at, `grants permissions or moves tokens: ${permission}`);
    if (functions.has(selector)) report(at, `has the selector of another function: ${selector}`);
    functions.set(selector, one);
  }
  return functions;
}

/** @param key a signature with or without names, or a selector */
function selectorOf(key: string): string | undefined {
  if (/^0x[0-9a-f]{8}$/i.test(key)) return key.toLowerCase();
  const parsedFunction = parseFunction(key);
  return parsedFunction && selectorOfAbi(parsedFunction);
}

function parseFunction(signature: string): AbiFunction | undefined {
  try {
    const item = parseAbiItem(`function ${signature}`) as AbiFunction;
    return item.type === 'function' ? item : undefined;
  } catch {
    return undefined;
  }
}

function selectorOfAbi(item: unknown): string | undefined {
  try {
    return toFunctionSelector(item as AbiFunction);
  } catch {
    return undefined;
  }
}

function keysOf({ context }: DescriptorFile, report: Report): string[] {
  return context.contract.deployments.flatMap(({ chainId, address }, index) => {
    const account = accountOf(address);
    if (account !== undefined) return [deploymentKey(chainId, account)];
    report(`/context/contract/deployments/${index}/address`, `${address} is no address`);
    return [];
  });
}

/** Twenty bytes, whatever family writes them. */
function accountOf(address: string): string | undefined {
  return families
    .flatMap((family) => formatsOf(family).accountBytes(address))
    .find((bytes) => bytes.length === 40);
}

function conventionsOf({ aliases, chainNumbers, suffixes }: RolesFile): Conventions {
  return {
    aliases: new Map(
      Object.entries(aliases).map(([address, alias]) => [address.slice(2).toLowerCase(), alias]),
    ),
    chainNumbers:
      chainNumbers &&
      new Map(Object.entries(chainNumbers).map(([chain, number]) => [chain, BigInt(number)])),
    suffixes: suffixes.map((suffix) => suffix.slice(2)),
  };
}

function parsed<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  at: string,
  report: Report,
): z.infer<Schema> | undefined {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const { path, message } of result.error.issues)
    report(`${at}${path.map((step) => `/${String(step)}`).join('')}`, message);
  return undefined;
}

function hashesOf({ name, descriptor, roles }: DescriptorSource): DescriptorHashes {
  return { name, descriptor: hashOf(descriptor), roles: hashOf(roles) };
}

function hashOf(value: unknown): string {
  return `sha256:${createHash('sha256').update(canonicalJson(value)).digest('hex')}`;
}
