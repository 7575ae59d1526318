import type { Command } from 'commander';
import type { CliIo } from '../cli-io.ts';
import { type ApiOptions, connect, withApi } from '../connect.ts';
import { exitCodes } from '../exit-code.ts';
import { layoutOf, type TableOptions, withTable } from '../layout.ts';
import { type Column, type Row, renderTable } from '../render-table.ts';
import { shortActor, shortId, wholeActor } from '../short-id.ts';
import { showTime } from '../show-time.ts';

interface ListOptions extends ApiOptions, TableOptions {
  subject?: string;
  actor?: string;
  limit?: string;
  cursor?: string;
}

const columns: readonly Column[] = [
  { title: 'no.', align: 'right' },
  { title: 'at (UTC)' },
  { title: 'who' },
  { title: 'did' },
  { title: 'to' },
];

/** `ferryman audit …`: what operators did, and whether the log of it is whole. */
export function registerAudit(program: Command, io: CliIo): void {
  const audit = program.command('audit').description('show and check what operators did');

  withTable(withApi(audit.command('list')))
    .description('list acts, newest first')
    .option('--subject <text>', 'only acts on this, such as "chain ETH" or "swap <id>"')
    .option('--actor <text>', 'only acts of this one, such as the id of an API key', wholeActor)
    .option('--limit <count>', '1 to 200')
    .option('--cursor <cursor>', 'where the list before ended')
    .action(async ({ json, apiUrl, apiKey, wide, ...filter }: ListOptions) => {
      const client = await connect({ apiUrl, apiKey }, io);
      const answer = await client.audit(
        Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)),
      );
      if (json) return io.print(JSON.stringify(answer, null, 2));
      const rows = answer.entries.map(({ position, at, actor, action, subject, reason }): Row => {
        const start = [`${position}`, showTime(at)];
        return wide
          ? { cells: [...start, actor, action, subject, reason ?? ''] }
          : { cells: [...start, shortActor(actor), action, shortSubject(subject)], below: reason };
      });
      if (rows.length === 0)
        io.tell(
          Object.values(filter).some(Boolean)
            ? 'the audit log has no such entry'
            : 'the audit log is empty',
        );
      else
        io.print(
          renderTable(
            wide ? [...columns, { title: 'why' }] : columns,
            rows,
            layoutOf(io, { wide }),
          ),
        );
      if (answer.nextCursor !== undefined) io.tell(`more with --cursor ${answer.nextCursor}`);
    });

  withApi(audit.command('verify'))
    .description('check that no entry was changed or left out')
    .action(async (options: ApiOptions) => {
      const verdict = await (await connect(options, io)).verifyAudit();
      const { ok, entries, from, to, hash, fault } = verdict;
      if (!ok) io.exitWith(exitCodes.error);
      if (options.json) return io.print(JSON.stringify(verdict, null, 2));
      io.print(
        ok
          ? entries === 0
            ? 'the audit log is empty'
            : `entries ${from} to ${to} are whole; the newest has the hash\n${hash}`
          : `broken at entry ${fault?.position}: ${fault?.message}; the ${entries} before it are whole`,
      );
    });
}

function shortSubject(subject: string): string {
  const [, what, id] = /^(swap|bulk action) (\S+)$/.exec(subject) ?? [];
  return id === undefined ? subject : `${what} ${shortId(id)}`;
}
