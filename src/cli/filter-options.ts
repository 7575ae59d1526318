import { type Command, Option } from 'commander';
import { swapFilterShape } from '../api/swap-filter.ts';
import { findChain } from '../core/registry/find-chain.ts';

/** Options of the same names as the members of the API's filter. */
export function withFilter(command: Command): Command {
  for (const [name, schema] of Object.entries(swapFilterShape)) {
    const long = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const option = new Option(
      `${long} <${placeholderOf(name)}>`,
      lowerFirst(schema.description ?? ''),
    );
    if (/chain$/i.test(name)) option.argParser((text) => findChain(text) ?? text);
    command.addOption(option);
  }
  return command;
}

/** What stands for the value in a help. */
function placeholderOf(name: string): string {
  if (name === 'id') return 'ids';
  if (/state$/i.test(name)) return 'states';
  if (/chain$/i.test(name)) return 'chain';
  if (/(After|Before)$/.test(name)) return 'time';
  if (/(Than|For)$/.test(name)) return 'duration';
  return name === 'metadata' ? 'key=value' : 'text';
}

const names = Object.keys(swapFilterShape);

/** The members of a filter among a command's options. */
export function filterFrom(options: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(options).filter(
      ([name, value]) => names.includes(name) && typeof value === 'string',
    ),
  ) as Record<string, string>;
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`.replace(/\.$/, '');
}
