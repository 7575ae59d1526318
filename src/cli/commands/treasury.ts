import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { occurrenceStates } from '../../core/treasury/occurrence.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { readRuleFile } from '../../treasury/read-rule-file.ts';
import type { ApiClient } from '../api-client.ts';
import type { CliIo } from '../cli-io.ts';
import { isConfirmed, withYes } from '../confirm.ts';
import { type ApiOptions, connect, withApi } from '../connect.ts';
import { layoutOf, type TableOptions, withTable } from '../layout.ts';
import { type Column, renderTable } from '../render-table.ts';
import { shortActor, shortId } from '../short-id.ts';
import { showTime } from '../show-time.ts';

type RuleAnswer = Awaited<ReturnType<ApiClient['treasuryRule']>>;
type Occurrence = Awaited<ReturnType<ApiClient['treasuryOccurrences']>>['occurrences'][number];

const ruleColumns: readonly Column[] = [
  { title: 'rule' },
  { title: 'kind' },
  { title: 'version', align: 'right' },
  { title: 'next (UTC)' },
  { title: 'failed', align: 'right' },
  { title: 'author' },
];

const occurrenceColumns: readonly Column[] = [
  { title: 'due (UTC)' },
  { title: 'rule' },
  { title: 'state' },
  { title: 'swaps' },
];

/** `ferryman treasury …`: what Ferryman does by itself, by rules. */
export function registerTreasury(program: Command, io: CliIo): void {
  const treasury = program
    .command('treasury')
    .description('apply, list, pause and resume the treasury’s rules, and list what they did');
  registerRules(treasury, io);
  registerOccurrences(treasury, io);
}

function registerRules(treasury: Command, io: CliIo): void {
  const rules = treasury.command('rules').description('the rules, and each change of them');

  withTable(withApi(rules.command('list')))
    .description('list the rules and when they are due next')
    .action(async (options: ApiOptions & TableOptions) => {
      const answer = await (await connect(options, io)).treasuryRules();
      if (options.json) return io.print(JSON.stringify(answer, null, 2));
      if (answer.rules.length === 0) return io.tell('there is no treasury rule');
      const rows = answer.rules.map(({ id, kind, version, nextAt, failures, author, paused }) => ({
        cells: [
          id,
          kind,
          `${version}`,
          nextAt === undefined ? 'paused' : showTime(nextAt),
          `${failures}`,
          shortActor(author),
        ],
        below: paused && `paused by ${paused.by}: ${paused.reason}`,
      }));
      io.print(renderTable(ruleColumns, rows, layoutOf(io, options)));
    });

  withApi(rules.command('show'))
    .description('show a rule and its versions')
    .argument('<id>')
    .action(async (id: string, options: ApiOptions) => {
      show(await (await connect(options, io)).treasuryRule(id), options, io);
    });

  withApi(rules.command('apply'))
    .description('make or change the rule of a JSON file; `csv` of a payroll is read with it')
    .argument('<file>')
    .requiredOption('--reason <text>', 'why; stored with the version and in the audit log')
    .action(async (file: string, options: ApiOptions & { reason: string }) => {
      const rule = await readRuleFile(resolve(io.folder, file));
      const answer = await (await connect(options, io)).applyRule(
        idOf(rule, file),
        rule,
        options.reason,
      );
      if (!options.json) io.tell(answer.isNew ? 'stored' : 'the rule was the same already');
      show(answer, options, io);
    });

  withApi(rules.command('pause'))
    .description('pause a rule: nothing of it begins, and what has begun goes on')
    .argument('<id>')
    .requiredOption('--reason <text>', 'why; stored with the rule and in the audit log')
    .action(async (id: string, options: ApiOptions & { reason: string }) => {
      const client = await connect(options, io);
      show(await client.changeRule(id, 'pause', options.reason), options, io);
    });

  withYes(withApi(rules.command('resume')))
    .description('follow a paused rule again; what came due meanwhile is not done')
    .argument('<id>')
    .requiredOption('--reason <text>', 'why; stored in the audit log')
    .action(async (id: string, options: ApiOptions & { reason: string; yes?: true }) => {
      const client = await connect(options, io);
      if (
        !(await isConfirmed(
          `Ferryman follows the rule ${id} again. Resume it?`,
          options,
          io,
          client,
        ))
      )
        return;
      show(await client.changeRule(id, 'resume', options.reason), options, io);
    });
}

function registerOccurrences(treasury: Command, io: CliIo): void {
  withTable(withApi(treasury.command('occurrences')))
    .description('list what the rules did, newest first')
    .option('--rule <id>', 'only of this rule')
    .addOption(new Option('--state <state>', 'only these').choices(occurrenceStates))
    .option('--limit <count>', '1 to 200')
    .option('--cursor <cursor>', 'where the list before ended')
    .action(
      async ({
        json,
        apiUrl,
        apiKey,
        wide,
        ...page
      }: ApiOptions & TableOptions & Record<string, string | undefined>) => {
        const client = await connect({ apiUrl, apiKey }, io);
        const query = Object.entries(page).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value]],
        );
        const answer = await client.treasuryOccurrences(Object.fromEntries(query));
        if (json) return io.print(JSON.stringify(answer, null, 2));
        const { occurrences, nextCursor } = answer;
        if (occurrences.length === 0) io.tell('no rule was due');
        else
          io.print(
            renderTable(
              occurrenceColumns,
              occurrences.map((one) => rowOf(one, wide)),
              layoutOf(io, { wide }),
            ),
          );
        if (nextCursor !== undefined) io.tell(`more with --cursor ${nextCursor}`);
      },
    );
}

function rowOf(
  { instant, ruleId, state, swaps, code, message, missed }: Occurrence,
  wide: true | undefined,
) {
  const count = missed && missed.count > 1 ? ` (${missed.count} times)` : '';
  const ids = swaps.map((id) => (wide ? id : shortId(id)));
  const shown = wide || ids.length <= 2 ? ids.join(' ') : `${ids.length} swaps`;
  return {
    cells: [showTime(instant), ruleId, `${state}${count}`, shown],
    below: code === undefined ? undefined : `${code}: ${message ?? ''}`,
  };
}

/** The name of the rule is in the file. Throws `USAGE`. */
function idOf(rule: unknown, file: string): string {
  const id = typeof rule === 'object' && rule !== null && 'id' in rule ? rule.id : undefined;
  if (typeof id === 'string' && id !== '') return id;
  throw new FerrymanError('USAGE', `${file} has no rule: its member id is missing`);
}

function show(answer: RuleAnswer, { json }: ApiOptions, io: CliIo): void {
  io.print(json ? JSON.stringify(answer, null, 2) : asText(answer));
}

function asText({ rule, versions = [] }: RuleAnswer): string {
  const lines = [
    `${rule.id}, version ${rule.version}, by ${rule.author} at ${showTime(rule.at)}: ${rule.reason}`,
    rule.paused
      ? `paused by ${rule.paused.by} at ${showTime(rule.paused.at)}: ${rule.paused.reason}`
      : `due next at ${rule.nextAt === undefined ? 'no time' : showTime(rule.nextAt)}`,
    JSON.stringify(rule.rule, null, 2),
    ...versions
      .slice(1)
      .map(
        ({ version, author, reason, at }) =>
          `before: version ${version}, by ${author} at ${showTime(at)}: ${reason}`,
      ),
  ];
  return lines.join('\n');
}
