import type { AbiParameter } from 'viem';

/*
 * Paths as in ERC-7730: `to`, `#.params.recipient`, `path.[0]`, `path.[-1]`, `route.[-20:]`,
 * `@.value`, `$.metadata.constants.native`. Wildcards and steps are not supported: a role has one
 * place.
 */

/** A place in a call, parsed against the function's types, so that it always resolves to one. */
export type Path =
  | { root: 'arguments'; steps: readonly Step[]; type: string }
  | { root: 'container'; member: ContainerMember }
  | { root: 'constant'; value: string };

type Step =
  | { kind: 'member'; name: string; position: number }
  | { kind: 'item'; index: number }
  | { kind: 'slice'; start: number | undefined; end: number | undefined };

/** Of the transaction: its sender, the called contract, and the native coins sent. */
type ContainerMember = 'from' | 'to' | 'value';

type ParsedPath = { ok: true; path: Path } | { ok: false; fault: string };

export type Parameter = AbiParameter & { components?: readonly AbiParameter[] };

const constantRoot = '$.metadata.constants.';

/** @param constants `metadata.constants` of the descriptor */
export function parsePath(
  text: string,
  inputs: readonly AbiParameter[],
  constants: Readonly<Record<string, unknown>>,
): ParsedPath {
  if (text.startsWith('@.')) {
    const member = text.slice(2);
    return member === 'from' || member === 'to' || member === 'value'
      ? { ok: true, path: { root: 'container', member } }
      : fault(`${text} is none of @.from, @.to and @.value`);
  }
  if (text.startsWith('$.')) {
    const name = text.startsWith(constantRoot) ? text.slice(constantRoot.length) : '';
    const value = Object.hasOwn(constants, name) ? constants[name] : undefined;
    return typeof value === 'string'
      ? { ok: true, path: { root: 'constant', value } }
      : fault(`${text} is no text under ${constantRoot.slice(0, -1)} of the descriptor`);
  }
  const words = text
    .replace(/^#\./, '')
    .replace(/(?<=[^.])\[/g, '.[')
    .split('.');
  let current: Parameter = { type: 'tuple', components: inputs };
  const steps: Step[] = [];
  for (const word of words) {
    const next = follow(word, current);
    if (next === undefined || steps.at(-1)?.kind === 'slice')
      return fault(`${text} is no path of the function's arguments`);
    steps.push(next.step);
    current = next.parameter;
  }
  return { ok: true, path: { root: 'arguments', steps, type: current.type } };
}

/** Whether a path leads to some bytes of a parameter, and says nothing of the others. */
export function isPart(path: Path): boolean {
  return path.root === 'arguments' && path.steps.at(-1)?.kind === 'slice';
}

/** The names along a path, without indexes: which parameter it belongs to. */
export function parameterOf(path: Path): string | undefined {
  if (path.root !== 'arguments') return undefined;
  return path.steps.flatMap((step) => (step.kind === 'member' ? [step.name] : [])).join('.');
}

/**
 * The value at a path of decoded arguments.
 * @param options.sole every list along the path must have one item: no other may be paid beside it
 * @throws {RangeError} if a list or bytes do not have what the path names
 */
export function resolvePath(
  steps: readonly Step[],
  args: unknown,
  { sole = false }: { sole?: boolean } = {},
): unknown {
  return steps.reduce((value, step) => {
    if (sole && step.kind === 'item' && Array.isArray(value) && value.length > 1)
      throw new RangeError('a list has more items than the one with a role');
    return resolveStep(step, value);
  }, args);
}

function resolveStep(step: Step, value: unknown): unknown {
  switch (step.kind) {
    case 'member':
      if (Array.isArray(value)) return value[step.position];
      return (value as Record<string, unknown>)[step.name];
    case 'item': {
      const item: unknown = Array.isArray(value) ? value.at(step.index) : undefined;
      if (item === undefined) throw new RangeError('a list is too short for a path');
      return item;
    }
    case 'slice':
      return cut(String(value), step);
  }
}

/** Some bytes of a hex text. All of them have to be there. */
function cut(
  hex: string,
  { start = 0, end }: { start?: number | undefined; end?: number | undefined },
): string {
  const length = (hex.length - 2) / 2;
  const [from, to] = [start, end ?? length].map((at) => (at < 0 ? length + at : at));
  if (from === undefined || to === undefined || from < 0 || to > length || from >= to)
    throw new RangeError('bytes are too short for a path');
  return `0x${hex.slice(2 + 2 * from, 2 + 2 * to)}`;
}

function follow(
  word: string,
  current: Parameter,
): { step: Step; parameter: Parameter } | undefined {
  const item = /^\[(-?\d{1,6})\]$/.exec(word);
  if (item) {
    const inner = itemOf(current);
    return inner && { step: { kind: 'item', index: Number(item[1]) }, parameter: inner };
  }
  const slice = /^\[(-?\d{0,6}):(-?\d{0,6})\]$/.exec(word);
  if (slice) {
    if (current.type !== 'bytes') return undefined;
    const [start, end] = slice.slice(1).map((at) => (at === '' ? undefined : Number(at)));
    return { step: { kind: 'slice', start, end }, parameter: { type: 'bytes' } };
  }
  if (current.type !== 'tuple') return undefined;
  const position = current.components?.findIndex(({ name }) => name === word) ?? -1;
  const parameter = current.components?.[position];
  return parameter && { step: { kind: 'member', name: word, position }, parameter };
}

/** The parameter of an array's items. `undefined`: it is no array. */
export function itemOf(parameter: Parameter): Parameter | undefined {
  const [, type] = /^(.*)\[\d*\]$/.exec(parameter.type) ?? [];
  return type === undefined ? undefined : { ...parameter, type };
}

function fault(text: string): ParsedPath {
  return { ok: false, fault: text };
}
