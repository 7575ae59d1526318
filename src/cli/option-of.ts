import type { Command } from 'commander';
import type { Fault } from '../errors/ferryman-error.ts';

/** Options whose name differs from the API's member that they become. */
const otherNames: readonly (readonly [pointer: RegExp, option: string])[] = [
  [/^\/providers\/allow\b/, '--provider'],
  [/^\/providers\/deny\b/, '--deny-provider'],
  [/^\/version$/, '--at-version'],
  [/^\/payloadsAfterDays$/, '--after-days'],
];

/**
 * What a person typed, or would have, where a fault is: the option, the argument in angle brackets,
 * or else the field with its parents, such as `router.url`.
 */
export function optionOf(
  { pointer }: Pick<Fault, 'pointer'>,
  command: Command | undefined,
): string {
  const options = new Map(command?.options.map((option) => [option.attributeName(), option.long]));
  const [, member = ''] = pointer.split('/');
  const other = otherNames.find(([pattern]) => pattern.test(pointer))?.[1];
  const known = [...options.values()].find((long) => long === other && other !== undefined);
  const isArgument = command?.registeredArguments.some((argument) => argument.name() === member);
  return (
    known ??
    options.get(member) ??
    (isArgument
      ? `<${member}>`
      : fieldOf(pointer) || (command ? 'the request' : 'the configuration'))
  );
}

function fieldOf(pointer: string): string {
  const path = pointer.split('/').slice(1);
  const names = path.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.join('.');
}
