import { resolve } from 'node:path';
import type { Command } from 'commander';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { readRuleFile } from '../../treasury/read-rule-file.ts';
import type { ApiClient } from '../api-client.ts';
import type { CliIo } from '../cli-io.ts';
import { isConfirmed, withYes } from '../confirm.ts';
import { type ApiOptions, connect, withApi } from '../connect.ts';
import { layoutOf, type TableOptions, withTable } from '../layout.ts';
import { type Column, renderTable } from '../render-table.ts';
import { shortActor } from '../short-id.ts';
import { showTime } from '../show-time.ts';

type RuleAnswer = Awaited<ReturnType<ApiClient['treasuryRule']>>;

const ruleColumns: readonly Column[] = [
  { title: 'rule' },
  { title: 'kind' },
  { title: 'version', align: 'right' },
  { title: 'next (UTC)' },
  { title: 'failed', align: 'right' },
  { title: 'author' },
];

/** `ferryman treasury rules`: what Ferryman does by itself. */
export function registerTreasuryRules(treasury: Command, io: CliIo): void {
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
