import type { AbiFunction, AbiParameter } from 'viem';
import type { DescribedFunction, FunctionRoles } from './descriptor.ts';
import type { RolesEntry } from './descriptor-schema.ts';
import { isPart, type Parameter, type Path, parameterOf, parsePath } from './path.ts';
import { speakingParameters } from './silent-parameters.ts';

/** What the function around calls may say. */
const besideCalls: ReadonlySet<string> = new Set(['calls', 'deadline', 'opaque', 'note']);

/** The kinds of value that a role needs. */
const accountTypes = /^(?:address|bytes\d*|string|uint160|uint256)$/;
const kinds = {
  account: {
    fits: (path: Path) => path.root !== 'container' || path.member !== 'value',
    types: accountTypes,
  },
  token: { fits: (path: Path) => path.root !== 'container', types: accountTypes },
  number: {
    fits: (path: Path) => path.root === 'container' && path.member === 'value',
    types: /^uint\d+$/,
  },
  calls: { fits: () => false, types: /^bytes(?:\[\d*\])?$/ },
} as const;

/** Parses the paths of one function's roles against its types, with every fault. */
export function readRoles(
  entry: RolesEntry,
  abi: AbiFunction,
  constants: Readonly<Record<string, unknown>>,
): { described: Omit<DescribedFunction, 'conventions'>; faults: string[] } {
  const faults: string[] = [];
  const read = (role: string, text: string | undefined, kind?: keyof typeof kinds) => {
    if (text === undefined) return undefined;
    const parsed = parsePath(text, abi.inputs, constants);
    if (!parsed.ok) faults.push(`${role}: ${parsed.fault}`);
    else if (kind !== undefined && !suits(parsed.path, kind))
      faults.push(`${role}: ${text} has no type that can hold it`);
    else return parsed.path;
    return undefined;
  };
  const roles: FunctionRoles = {
    receiver: read('receiver', entry.receiver, 'account'),
    paysRecorded: entry.paysRecorded === true,
    minimum: read('minimum', entry.minimum, 'number'),
    inputToken: read('inputToken', entry.inputToken, 'token'),
    outputToken: read('outputToken', entry.outputToken, 'token'),
    amountIn: read('amountIn', entry.amountIn, 'number'),
    deadline: read('deadline', entry.deadline, 'number'),
    destinationChain: read('destinationChain', entry.destinationChain, 'number'),
    chainByToken: entry.chainByToken === true,
    calls: read('calls', entry.calls, 'calls'),
  };
  const opaque = entry.opaque.map((text) => read('opaque', text));
  const payers = [entry.receiver, entry.paysRecorded, entry.calls].filter(
    (member) => member !== undefined,
  );
  if (payers.length !== 1) faults.push('needs exactly one of receiver, paysRecorded and calls');
  const beside = Object.keys(entry).filter((member) => !besideCalls.has(member));
  if (entry.calls !== undefined && beside.length > 0)
    faults.push('calls: what is inside the calls has roles, and only deadline may stand beside it');
  if (entry.minimum?.startsWith('@.')) faults.push('minimum: a function cannot promise @.value');
  if (hasTwins(abi.inputs)) faults.push('two parameters have one name');
  if (entry.chainByToken && entry.outputToken === undefined)
    faults.push('chainByToken: needs outputToken');
  const paths = [...Object.values(roles), ...opaque].filter((path) => typeof path === 'object');
  const named = paths.filter((path) => !isPart(path)).flatMap((path) => parameterOf(path) ?? []);
  const isNamed = (name: string): boolean =>
    named.some((one) => name === one || name.startsWith(`${one}.`));
  for (const part of paths.filter(isPart).flatMap((path) => parameterOf(path) ?? []))
    if (!isNamed(part))
      faults.push(
        `${part}: a role reads a part of it, so name it under opaque: the rest may be anything`,
      );
  const silent = speakingParameters(abi.inputs).filter((name) => !isNamed(name));
  return { described: { abi, roles, silent: new Set(silent) }, faults };
}

function suits(path: Path, kind: keyof typeof kinds): boolean {
  const { fits, types } = kinds[kind];
  switch (path.root) {
    case 'arguments':
      return types.test(path.type);
    case 'container':
      return fits(path);
    case 'constant':
      return kind === 'token' || kind === 'account';
  }
}

/** viem decodes a tuple to an object, so one of two members of one name would be lost. */
function hasTwins(parameters: readonly AbiParameter[]): boolean {
  const names = parameters.flatMap(({ name }) => (name ? [name] : []));
  return (
    new Set(names).size < names.length ||
    parameters.some((parameter: Parameter) => hasTwins(parameter.components ?? []))
  );
}
