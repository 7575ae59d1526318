import type { Command } from 'commander';
import type { Fault } from '../errors/ferryman-error.ts';

/** Options whose name differs from the API's member that they become. */
const otherNames: readonly (readonly [pointer: RegExp, option: string])[] = [
  [/^\/providers\/allow\b/, '--provider'],
  [/^\/providers\/deny\b/, '--deny-provider'],
  [/^\/version$/, '--at-version'],
];

/** The option that a fault is about, or the fault's JSON pointer if no option matches. */
export function optionOf(
  { pointer }: Pick<Fault, 'pointer'>,
  command: Command | undefined,
): string {
  const options = new Map(command?.options.map((option) => [option.attributeName(), option.long]));
  const [, member = ''] = pointer.split('/');
  const other = otherNames.find(([pattern]) => pattern.test(pointer))?.[1];
  const known = [...options.values()].find((long) => long === other && other !== undefined);
  return known ?? options.get(member) ?? (pointer || '/');
}
