import type { Command } from 'commander';
import type { CliIo } from '../cli-io.ts';
import { type ApiOptions, connect, withApi } from '../connect.ts';
import { layoutOf } from '../layout.ts';
import { type Column, renderTable } from '../render-table.ts';
import { showBulk, watchBulk } from '../watch-bulk.ts';

const columns: readonly Column[] = [
  { title: 'bulk action' },
  { title: 'does' },
  { title: 'state' },
  { title: 'done', align: 'right' },
  { title: 'of', align: 'right' },
  { title: 'reason' },
];

/** `ferryman bulk …`: looks after bulk actions. */
export function registerBulk(program: Command, io: CliIo): void {
  const bulk = program
    .command('bulk')
    .description('list, show, pause, resume and abort bulk actions');

  withApi(bulk.command('list'))
    .description('list bulk actions, newest first')
    .action(async (options: ApiOptions) => {
      const answer = await (await connect(options, io)).listBulkActions();
      if (options.json) return io.print(JSON.stringify(answer, null, 2));
      if (answer.bulkActions.length === 0) return io.tell('there is no bulk action');
      const rows = answer.bulkActions.map(({ id, action, state, total, remaining, reason }) => [
        id,
        action,
        state,
        `${total - remaining}`,
        `${total}`,
        reason,
      ]);
      io.print(renderTable(columns, rows, layoutOf(io)));
    });

  withApi(bulk.command('show'))
    .description('show a bulk action and how far it is')
    .argument('<id>')
    .option('--wait', 'tell its progress until it ends or is paused')
    .action(async (id: string, options: ApiOptions & { wait?: true }) => {
      const client = await connect(options, io);
      const { bulkAction } = await client.getBulkAction(id);
      if (options.wait) return watchBulk(client, bulkAction, options, io);
      io.print(options.json ? JSON.stringify({ bulkAction }, null, 2) : showBulk(bulkAction));
    });

  for (const [verb, description] of [
    ['pause', 'pause a bulk action'],
    ['resume', 'go on with a paused bulk action'],
    ['abort', 'end a bulk action; what it has done stays done'],
  ] as const)
    withApi(bulk.command(verb))
      .description(description)
      .argument('<id>')
      .requiredOption('--reason <text>', 'why; stored in the audit log')
      .action(async (id: string, options: ApiOptions & { reason: string }) => {
        const client = await connect(options, io);
        const { bulkAction } = await client.changeBulkAction(id, verb, options.reason);
        io.print(options.json ? JSON.stringify({ bulkAction }, null, 2) : showBulk(bulkAction));
      });
}
