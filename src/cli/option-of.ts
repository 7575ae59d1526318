import type { Command } from 'commander';
import type { Fault } from '../errors/ferryman-error.ts';

/** Options that are not named after the API's member that they become. */
const otherwise: readonly (readonly [pointer: RegExp, option: string])[] = [
  [/^\/providers\/allow\b/, '--provider'],
  [/^\/providers\/deny\b/, '--deny-provider'],
  [/^\/version$/, '--at-version'],
];

/**
 * Where a fault is, in words of whoever typed the command: its option, or a pointer where none is
 * meant.
 */
export function optionOf(
  { pointer }: Pick<Fault, 'pointer'>,
  command: Command | undefined,
): string {
  const options = new Map(command?.options.map((option) => [option.attributeName(), option.long]));
  const [, member = ''] = pointer.split('/');
  const other = otherwise.find(([pattern]) => pattern.test(pointer))?.[1];
  const known = [...options.values()].find((long) => long === other && other !== undefined);
  return known ?? options.get(member) ?? (pointer || '/');
}
