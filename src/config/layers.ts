import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { findJsonFault, type JsonAmbiguity } from '../core/text/find-json-fault.ts';
import type { ConfigFault } from './config.ts';
import { chainVariables, settings } from './variables.ts';

/** One source of settings: a nested object, and a description of each member's origin. */
export interface Layer {
  values: Readonly<Record<string, unknown>>;
  sourceOf(path: readonly string[]): string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export type Flags = Readonly<Record<string, string | undefined>>;

export function flagLayer(flags: Flags): Layer {
  return assemble(
    Object.entries(flags).flatMap(([flag, value]) => {
      const setting = settings.find((candidate) => candidate.flag === flag);
      return setting && value !== undefined
        ? [{ path: setting.path, value, source: `flag ${flag}` }]
        : [];
    }),
  );
}

export async function environmentLayer(
  environment: Environment,
  faults: ConfigFault[],
): Promise<Layer> {
  const entries: Entry[] = [];
  for (const { path, variable, secret } of settings) {
    const value = environment[variable];
    const file = secret ? environment[`${variable}_FILE`] : undefined;
    if (value) entries.push({ path, value, source: `variable ${variable}` });
    if (!file) continue;
    const source = `variable ${variable}_FILE`;
    const pointer = `/${path.join('/')}`;
    if (value)
      faults.push({
        path: pointer,
        source,
        message: 'is set twice',
        fix: `Unset ${variable} or ${variable}_FILE.`,
      });
    try {
      entries.push({ path, value: (await readFile(file, 'utf8')).replace(/\r?\n$/, ''), source });
    } catch (error) {
      faults.push({
        path: pointer,
        source,
        message: `cannot be read: ${reasonOf(error)}`,
        fix: 'Name a readable file.',
      });
    }
  }
  for (const [variable, value] of Object.entries(environment)) {
    for (const { pattern, member } of chainVariables) {
      const chain = pattern.exec(variable)?.[1];
      if (chain !== undefined && value) {
        entries.push({ path: ['chains', chain, member], value, source: `variable ${variable}` });
      }
    }
  }
  return assemble(entries);
}

/** The file that `FERRYMAN_CONFIG` names, which must exist, or else `ferryman.config.json`. */
export async function fileLayer(
  environment: Environment,
  folder: string,
  faults: ConfigFault[],
): Promise<Layer> {
  const named = environment.FERRYMAN_CONFIG;
  const file = resolve(folder, named || 'ferryman.config.json');
  const source = `file ${file}`;
  const refuse = (message: string, fix: string, path = ''): Layer => {
    faults.push({ path, source, message, fix });
    return assemble([]);
  };
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const absent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (absent && !named) return assemble([]);
    return refuse(`cannot be read: ${reasonOf(error)}`, 'Name a readable JSON file.');
  }
  const fault = findJsonFault(text);
  if (fault) {
    const position = `line ${fault.line}, column ${fault.column}`;
    if (fault.kind === 'syntax')
      return refuse(`is not JSON from ${position} on`, 'Correct it there.');
    return refuse(`${fault.message} (${position})`, ambiguityFixes[fault.kind], fault.pointer);
  }
  const values: unknown = JSON.parse(text);
  if (!isObject(values)) return refuse('is not a JSON object', 'Put the settings into one object.');
  return { values, sourceOf: () => source };
}

const ambiguityFixes: Readonly<Record<JsonAmbiguity, string>> = {
  'duplicate-member': 'Keep one of the two.',
  'forbidden-member': 'Remove it.',
  'too-deep': 'Remove it.',
  'too-long': 'Shorten it.',
  'too-many': 'Remove it.',
};

/** Earlier layers override later ones; objects are merged, lists are not. */
export function mergeLayers(layers: readonly Layer[]): Record<string, unknown> {
  return layers.reduceRight<Record<string, unknown>>(
    (under, layer) => overlay(under, layer.values),
    {},
  );
}

/** The source of the member at `path`, or of the nearest set member above it. */
export function sourceOf(layers: readonly Layer[], path: readonly string[]): string {
  const layer = layers.find(({ values }) => valueAt(values, path) !== undefined);
  if (layer) return layer.sourceOf(path);
  return path.length > 1 ? sourceOf(layers, path.slice(0, -1)) : 'not set';
}

/** The value at a path through objects and lists. */
export function valueAt(values: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, member) =>
      (typeof value === 'object' && value !== null ? Object.entries(value) : []).find(
        ([name]) => name === member,
      )?.[1],
    values,
  );
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Entry {
  path: readonly string[];
  value: string;
  source: string;
}

function assemble(entries: readonly Entry[]): Layer {
  const values = entries.reduce<Record<string, unknown>>((merged, { path, value }) => {
    const nested = path.reduceRight<unknown>((inner, member) => ({ [member]: inner }), value);
    return overlay(merged, nested as Record<string, unknown>);
  }, {});
  return {
    values,
    sourceOf: (path) =>
      entries.find((entry) => path.every((member, at) => entry.path[at] === member))?.source ??
      'not set',
  };
}

function overlay(
  under: Readonly<Record<string, unknown>>,
  over: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const merged = new Map(Object.entries(under));
  for (const [member, value] of Object.entries(over)) {
    const below = merged.get(member);
    merged.set(member, isObject(below) && isObject(value) ? overlay(below, value) : value);
  }
  return Object.fromEntries(merged);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
