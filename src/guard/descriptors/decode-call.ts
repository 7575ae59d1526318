import { type AbiFunction, decodeAbiParameters, encodeAbiParameters, type Hex } from 'viem';
import { authoritySelectors } from '../authority-selectors.ts';
import { type AccountValue, accountValueOf } from './account-value.ts';
import type { Conventions, DescribedContract, DescribedFunction } from './descriptor.ts';
import { type Path, resolvePath } from './path.ts';
import { findSpoken } from './silent-parameters.ts';

/** What one call of the contract does with money. A multicall has several. */
export interface CallLeg {
  /** Name of the function, for messages. */
  name: string;
  /** Absent: the contract pays whom its storage names. */
  receiver: AccountValue | undefined;
  minimum: bigint | undefined;
  inputToken: AccountValue | undefined;
  outputToken: AccountValue | undefined;
  amountIn: bigint | undefined;
  /** Unix seconds. */
  deadline: bigint | undefined;
  destinationChain: bigint | undefined;
  /** The output token tells the chain: `chainByToken` of the roles. */
  chainByToken: boolean;
  conventions: Conventions;
}

type DecodedLegs =
  | { ok: true; legs: readonly CallLeg[] }
  /** No descriptor lists these functions: the call itself, or calls inside it beside the legs. */
  | { ok: false; kind: 'undescribed'; selectors: readonly string[]; legs: readonly CallLeg[] }
  /** The calldata is not what the descriptor describes, or grants permissions inside. */
  | { ok: false; kind: 'refused'; message: string; facts: Record<string, string> };

/** The transaction around the calldata. Accounts as twenty bytes, 40 lower-case hex digits. */
interface CallContainer {
  from: string;
  to: string;
  value: bigint;
}

/** A multicall in a multicall has no use, and one more level is allowed for routers that wrap one. */
const maxDepth = 3;
const maxLegs = 64;

/**
 * Decodes the calldata of a described contract into the calls that move money. Encoding the
 * arguments must give the same bytes (ABI specification, strict mode): so no trailing bytes, dirty
 * words, overlapping or reordered data can show one thing here and another to the contract. Only what
 * the roles file names exactly may stand behind them, such as the mark of an integrator.
 */
export function decodeCall(
  contract: DescribedContract,
  data: string,
  container: CallContainer,
  depth = 1,
): DecodedLegs {
  const selector = data.slice(0, 10);
  const permission = authoritySelectors.get(selector);
  if (permission !== undefined)
    return refused('the call moves tokens or grants permission', { call: permission });
  const described = contract.functions.get(selector);
  if (described === undefined)
    return { ok: false, kind: 'undescribed', selectors: [selector], legs: [] };
  const { abi } = described;
  const args = decodeStrictly(described, data);
  if (args === undefined)
    return refused('the calldata is not a canonical call of the described function', {
      function: abi.name,
    });
  const spoken = findSpoken(abi.inputs, args, described.silent);
  if (spoken !== undefined)
    return refused('the calldata has content that the roles file gives no role', {
      function: abi.name,
      parameter: spoken,
    });
  try {
    const { calls } = described.roles;
    const nested = calls?.root === 'arguments' ? resolvePath(calls.steps, args) : undefined;
    if (nested === undefined) return { ok: true, legs: [legOf(described, args, container)] };
    const outer = legOf(described, args, container);
    return decodeNested(contract, [nested].flat() as string[], { container, depth, outer });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refused('the calldata does not have what the roles file names', {
      function: abi.name,
      why: error.message,
    });
  }
}

function decodeNested(
  contract: DescribedContract,
  calls: readonly string[],
  { container, depth, outer }: { container: CallContainer; depth: number; outer: CallLeg },
): DecodedLegs {
  if (depth >= maxDepth)
    return refused('the calldata nests calls too deeply', { depth: `${depth}` });
  const legs: CallLeg[] = [];
  const unknown = new Set<string>();
  for (const call of calls) {
    const decoded = decodeCall(contract, call, container, depth + 1);
    // A person may admit what is unknown, but not what is refused: look at all of them.
    if (!decoded.ok && decoded.kind === 'refused') return decoded;
    if (!decoded.ok) for (const selector of decoded.selectors) unknown.add(selector);
    // A deadline around the calls binds each of them.
    legs.push(...decoded.legs.map((leg) => ({ ...leg, deadline: leg.deadline ?? outer.deadline })));
    if (legs.length > maxLegs) return refused('the calldata has too many calls', {});
  }
  return unknown.size === 0
    ? { ok: true, legs }
    : { ok: false, kind: 'undescribed', selectors: [...unknown], legs };
}

function decodeStrictly(
  { abi, conventions }: DescribedFunction,
  data: string,
): readonly unknown[] | undefined {
  const whole = data.slice(10);
  for (const suffix of ['', ...conventions.suffixes]) {
    if (!whole.endsWith(suffix)) continue;
    const args = argumentsOf(abi, `0x${whole.slice(0, whole.length - suffix.length)}`);
    if (args) return args;
  }
  return undefined;
}

function argumentsOf(abi: AbiFunction, encoded: Hex): readonly unknown[] | undefined {
  try {
    const args = decodeAbiParameters(abi.inputs, encoded);
    return encodeAbiParameters(abi.inputs, args) === encoded ? args : undefined;
  } catch {
    return undefined;
  }
}

/** @throws {RangeError} if an argument is too short for a path */
function legOf(
  { abi, roles, conventions }: DescribedFunction,
  args: readonly unknown[],
  container: CallContainer,
): CallLeg {
  const account = (path: Path | undefined) => path && accountValueOf(path, args, container);
  const number = (path: Path | undefined): bigint | undefined => {
    if (path === undefined) return undefined;
    if (path.root === 'container') return container.value;
    return path.root === 'constant' ? undefined : BigInt(resolvePath(path.steps, args) as bigint);
  };
  return {
    name: abi.name,
    receiver: roles.receiver && accountValueOf(roles.receiver, args, { ...container, sole: true }),
    minimum: number(roles.minimum),
    inputToken: account(roles.inputToken),
    outputToken: account(roles.outputToken),
    amountIn: number(roles.amountIn),
    deadline: number(roles.deadline),
    destinationChain: number(roles.destinationChain),
    chainByToken: roles.chainByToken,
    conventions,
  };
}

function refused(message: string, facts: Record<string, string>): DecodedLegs {
  return { ok: false, kind: 'refused', message, facts };
}
