import type { Command, Option } from 'commander';
import type { CliIo } from '../cli-io.ts';
import { commands } from '../command-table.ts';
import { createProgram } from '../create-program.ts';
import { type Candidate, completeValue, type ValueOf } from './complete-value.ts';

/** Tells the shell to complete a path. */
const files = ':files';

/**
 * Prints what may stand for the last word, one candidate a line. Silent about every fault: a message
 * would land in the command line of the person who types.
 */
export async function completeWords(words: readonly string[], ownIo: CliIo): Promise<void> {
  const candidates = await findCandidates(words, ownIo).catch(() => []);
  if (candidates === files) return ownIo.print(files);
  const current = words.at(-1) ?? '';
  const lines = candidates
    // What a service sends goes into a command line: only plain words.
    .filter(({ value }) => value.startsWith(current) && /^[\w./:@=,+-]+$/.test(value))
    .map(({ value, about }) => (about ? `${value}\t${printable(about)}` : value));
  if (lines.length > 0) ownIo.print(lines.join('\n'));
}

async function findCandidates(
  words: readonly string[],
  ownIo: CliIo,
): Promise<readonly Candidate[] | typeof files> {
  const { program, io } = createProgram(ownIo);
  const called = words.slice(0, -1).find((word) => commands.some(({ name }) => name === word));
  for (const { name, summary, load } of commands) {
    if (name === called) (await load())(program, io);
    else program.command(name).description(summary);
  }
  const place = findPlace(program, words.slice(0, -1));
  // The flags before the word lead to the service that is asked.
  const flags = { ...place.flags };
  const asked: CliIo = Object.create(ownIo, { profileName: { value: flags['--profile'] } });
  const complete = (what: ValueOf, prefix: string, typed: string) =>
    completeValue(what, { io: asked, flags, prefix, typed });
  const current = words.at(-1) ?? '';
  if (place.option) return complete({ option: place.option, command: place.command }, '', current);
  const [, name, value] = /^(--[^=]+)=(.*)$/.exec(current) ?? [];
  if (name !== undefined && value !== undefined) {
    const option = optionNamed(place.command, name);
    return option ? complete({ option, command: place.command }, `${name}=`, value) : [];
  }
  if (current.startsWith('-')) return optionsOf(place.command, place.given);
  if (place.command.commands.length > 0 && place.operands.length > 0) return [];
  if (place.command.commands.length > 0)
    return place.command.commands.map((one) => ({ value: one.name(), about: one.description() }));
  const { registeredArguments } = place.command;
  const last = registeredArguments.at(-1);
  const argument =
    registeredArguments[place.operands.length] ?? (last?.variadic ? last : undefined);
  if (!argument) return [];
  const { command, operands } = place;
  return complete({ argument, command, operands }, '', current);
}

interface Place {
  command: Command;
  /** The option whose value comes next. */
  option?: Option;
  given: ReadonlySet<string>;
  flags: Readonly<Record<string, string>>;
  operands: readonly string[];
}

/** Where in the command line the words lead. */
function findPlace(program: Command, words: readonly string[]): Place {
  let command = program;
  let option: Option | undefined;
  const given = new Set<string>();
  const flags: Record<string, string> = {};
  const operands: string[] = [];
  for (const word of words) {
    if (option) {
      flags[option.long ?? ''] = word;
      option = undefined;
      continue;
    }
    if (word.startsWith('-')) {
      const [name = '', ...value] = word.split('=');
      const found = optionNamed(command, name);
      if (found?.long) given.add(found.long);
      if (found && takesValue(found)) {
        if (value.length > 0) flags[found.long ?? ''] = value.join('=');
        else option = found;
      }
      continue;
    }
    const inner = command.commands.find((one) => one.name() === word);
    if (inner) command = inner;
    else operands.push(word);
  }
  return { command, given, flags, operands, ...(option ? { option } : {}) };
}

/** The program's own options may stand behind every command. */
function optionNamed(command: Command, name: string): Option | undefined {
  const found = command.options.find(({ long, short }) => long === name || short === name);
  return found ?? (command.parent ? optionNamed(command.parent, name) : undefined);
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}

function optionsOf(command: Command, given: ReadonlySet<string>): Candidate[] {
  const own = command.createHelp().visibleOptions(command);
  const globals = command.parent ? command.createHelp().visibleGlobalOptions(command) : [];
  const root = rootOf(command);
  const rootOptions = root === command ? [] : root.options.filter(({ hidden }) => !hidden);
  const all = [...own, ...globals, ...rootOptions.filter(({ long }) => long !== '--version')];
  return all.flatMap(({ long, description }) =>
    long && (!given.has(long) || repeatable.has(long)) ? [{ value: long, about: description }] : [],
  );
}

const repeatable: ReadonlySet<string> = new Set(['--provider', '--deny-provider', '--metadata']);

function rootOf(command: Command): Command {
  return command.parent ? rootOf(command.parent) : command;
}

/** One line; a terminal must not interpret it. */
function printable(text: string): string {
  return text.replaceAll(/[^\P{C} ]/gu, ' ').slice(0, 70);
}
