import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { Command, type Option } from 'commander';
import { withBeside } from '../src/cli/beside-service.ts';
import type { CliIo } from '../src/cli/cli-io.ts';
import { commands } from '../src/cli/command-table.ts';
import { withYes } from '../src/cli/confirm.ts';
import { withApi } from '../src/cli/connect.ts';
import { createProgram } from '../src/cli/create-program.ts';
import { exitCodeHelp } from '../src/cli/exit-code.ts';
import { withFilter } from '../src/cli/filter-options.ts';
import { withFolderOptions } from '../src/cli/folder-options.ts';
import { withTable } from '../src/cli/layout.ts';
import { markdownTable } from './markdown-table.ts';

/** Where the reference stands, from the root of the project. */
export const cliReferencePath = 'docs/reference/cli.md';

/** The commands, for people. */
export async function renderCliReference(): Promise<string> {
  const { program, io } = createProgram(nobody);
  for (const { load } of commands) (await load())(program, io);
  const sections = program.commands.flatMap((command) => sectionsOf(command, 2));
  return `${[introduction(program), ...sections].join('\n\n')}\n`;
}

/** The text of `help` names a file of the user: here where it usually is. */
const nobody = { environment: { XDG_CONFIG_HOME: '~/.config' }, folder: '.' } as unknown as CliIo;

interface Shared {
  title: string;
  /** Between the title and the table. */
  text: string;
  options: readonly Option[];
}

/** Options that several commands have, each described once. */
const shared: readonly Shared[] = [
  {
    title: 'Calling a service',
    text: 'Of each command that calls the API of a running service.',
    options: optionsOf(withApi(new Command())),
  },
  {
    title: 'Filter',
    text: 'All conditions that are given must hold.',
    options: optionsOf(withFilter(new Command())),
  },
  {
    title: 'Journal or service',
    text: helpOf(withBeside(new Command())),
    options: optionsOf(withBeside(new Command())).filter(({ long }) => long === '--data-folder'),
  },
  {
    title: 'Data folder',
    text: 'Of commands that work on the data folder themselves.',
    options: optionsOf(withFolderOptions(new Command())),
  },
  { title: 'Table', text: '', options: optionsOf(withTable(new Command())) },
  { title: 'Question', text: '', options: optionsOf(withYes(new Command())) },
];

function introduction(program: Command): string {
  return [
    `# Commands

Made from the commands themselves by \`scripts/write-cli-reference.ts\`; what is changed here is lost.

\`ferryman <command> --help\` prints the same. Data goes to standard output, everything else to
standard error; \`--json\` prints JSON. \`ferryman completion\` prints a script that completes commands.
An id of a swap may be its beginning, as long as that is unique.`,
    '## Options before every command',
    optionTable(optionsOf(program)),
    '## Exit codes',
    markdownTable(
      ['code', 'means'],
      exitCodeHelp
        .split('\n')
        .slice(1)
        .map((line) => line.trim().split(/ {2,}/)),
    ).trimEnd(),
    '## Options of many commands',
    ...shared.map(({ title, text, options }) =>
      [`### ${title}`, text, optionTable(options)].filter(Boolean).join('\n\n'),
    ),
  ].join('\n\n');
}

/** Of a command and those below it. */
function sectionsOf(command: Command, depth: number): string[] {
  const [path, options] = [pathOf(command), optionsOf(command)];
  const isLeaf = command.commands.length === 0;
  const groups = shared.filter((group) => group.options.every((one) => hasAlike(options, one)));
  const own = options.filter((option) => !groups.some((group) => hasAlike(group.options, option)));
  const links = groups.map(({ title }) => `[${title}](#${anchorOf(title)})`);
  const text = helpOf(command);
  const section = [
    `${'#'.repeat(depth)} ${path}`,
    `${sentence(command.description())}`,
    isLeaf ? `    ferryman ${path} ${command.usage()}` : '',
    isLeaf ? argumentTable(command) : '',
    optionTable(own),
    links.length === 0 ? '' : `Other options: ${links.join(', ')}.`,
    groups.some(({ text: known }) => known === text) ? '' : escaped(text),
  ];
  return [
    section.filter(Boolean).join('\n\n'),
    ...command.commands.flatMap((inner) => sectionsOf(inner, depth + 1)),
  ];
}

function pathOf(command: Command): string {
  const above = command.parent?.parent ? `${pathOf(command.parent)} ` : '';
  return `${above}${command.name()}`;
}

function argumentTable(command: Command): string {
  const rows = command.registeredArguments
    .filter(({ description }) => description !== '')
    .map((one) => [
      `\`${one.required ? `<${one.name()}>` : `[${one.name()}]`}\``,
      escaped(command.createHelp().argumentDescription(one)),
    ]);
  return rows.length === 0 ? '' : markdownTable(['argument', 'is'], rows).trimEnd();
}

function optionTable(options: readonly Option[]): string {
  const help = new Command().createHelp();
  const rows = options.map((option) => [
    `\`${option.flags}\`${option.mandatory ? ' (required)' : ''}`,
    escaped(help.optionDescription(option)),
  ]);
  return rows.length === 0 ? '' : markdownTable(['option', 'what it does'], rows).trimEnd();
}

function optionsOf(command: Command): Option[] {
  return command.options.filter(({ hidden }) => !hidden);
}

function hasAlike(options: readonly Option[], { flags, description }: Option): boolean {
  return options.some((one) => one.flags === flags && one.description === description);
}

/** What `--help` prints after the options. */
function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({
    writeOut(piece) {
      text += piece;
    },
  });
  command.outputHelp();
  return text.replace(command.helpInformation(), '').replace(exitCodeHelp, '').trim();
}

/** A `<` in code is no tag. */
function escaped(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '\\<')))
    .join('');
}

function sentence(text: string): string {
  return escaped(`${text.charAt(0).toUpperCase()}${text.slice(1)}.`);
}

function anchorOf(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-');
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await writeFile(cliReferencePath, await renderCliReference());
