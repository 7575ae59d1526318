import type { AbiParameter } from 'viem';
import { itemOf, type Parameter } from './path.ts';

/*
 * Bytes and text can carry orders of their own, such as a call or a memo. Where the roles file gives
 * them no role and does not call them opaque, they must be empty.
 */

/** Names of the parameters of bytes or text, members of tuples with dots. */
export function speakingParameters(inputs: readonly AbiParameter[], within = ''): string[] {
  return inputs.flatMap((parameter) => {
    const name = `${within}${parameter.name ?? ''}`;
    const inner = innermost(parameter);
    if (isTuple(inner)) return speakingParameters(inner.components ?? [], `${name}.`);
    return inner.type === 'bytes' || inner.type === 'string' ? [name] : [];
  });
}

/** The first of these parameters that is not empty. */
export function findSpoken(
  inputs: readonly AbiParameter[],
  args: unknown,
  silent: ReadonlySet<string>,
  within = '',
): string | undefined {
  for (const [position, parameter] of inputs.entries()) {
    const name = `${within}${parameter.name ?? ''}`;
    const spoken = spokenIn(parameter, memberOf(args, parameter, position), silent, name);
    if (spoken !== undefined) return spoken;
  }
  return undefined;
}

function spokenIn(
  parameter: Parameter,
  value: unknown,
  silent: ReadonlySet<string>,
  name: string,
): string | undefined {
  const item = itemOf(parameter);
  if (item) {
    for (const one of Array.isArray(value) ? value : []) {
      const spoken = spokenIn(item, one, silent, name);
      if (spoken !== undefined) return spoken;
    }
    return undefined;
  }
  if (isTuple(parameter)) return findSpoken(parameter.components ?? [], value, silent, `${name}.`);
  return silent.has(name) && value !== '' && value !== '0x' ? name : undefined;
}

/** viem gives tuples without a name for each member as arrays. */
function memberOf(args: unknown, { name }: AbiParameter, position: number): unknown {
  if (Array.isArray(args)) return args[position];
  return (args as Record<string, unknown>)[name ?? ''];
}

function innermost(parameter: Parameter): Parameter {
  const item = itemOf(parameter);
  return item ? innermost(item) : parameter;
}

function isTuple({ type }: Parameter): boolean {
  return type === 'tuple';
}
