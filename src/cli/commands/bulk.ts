import { type Command, Option } from 'commander';
import { bulkOutcomes } from '../../core/operator/bulk-action.ts';
import type { ApiClient } from '../api-client.ts';
import type { CliIo } from '../cli-io.ts';
import { type ApiOptions, connect, withApi } from '../connect.ts';
import { layoutOf, type TableOptions, withTable } from '../layout.ts';
import { type Column, type Row, renderTable } from '../render-table.ts';
import { shortId } from '../short-id.ts';
import { showTime } from '../show-time.ts';
import { showBulk, watchBulk } from '../watch-bulk.ts';

const columns: readonly Column[] = [
  { title: 'bulk action' },
  { title: 'does' },
  { title: 'state' },
  { title: 'done', align: 'right' },
  { title: 'of', align: 'right' },
  { title: 'reason' },
];

interface ItemsOptions extends ApiOptions, TableOptions {
  outcome?: string;
  limit?: string;
  cursor?: string;
}

type Item = Awaited<ReturnType<ApiClient['listBulkItems']>>['items'][number];

const itemColumns: readonly Column[] = [
  { title: 'no.', align: 'right' },
  { title: 'swap' },
  { title: 'outcome' },
  { title: 'goes on as' },
  { title: 'at (UTC)' },
];

function rowOf(wide: true | undefined): (item: Item) => Row {
  const idOf = (id: string): string => (wide ? id : shortId(id));
  return ({ seq, swapId, outcome, as, at, code, message, decided }) => {
    const next = as === undefined || as === swapId ? '' : idOf(as);
    const cells = [`${seq}`, idOf(swapId), outcome, next, at === undefined ? '' : showTime(at)];
    if (code !== undefined) return { cells, below: `${code}: ${message ?? ''}` };
    return { cells, below: decided === false ? 'requested; the chain decides' : undefined };
  };
}

/** `ferryman bulk …`: looks after bulk actions. */
export function registerBulk(program: Command, io: CliIo): void {
  const bulk = program
    .command('bulk')
    .description('list, show, pause, resume and abort bulk actions, and list their swaps');

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
      if (options.wait) return watchBulk(client, id, options, io);
      const { bulkAction } = await client.getBulkAction(id);
      io.print(options.json ? JSON.stringify({ bulkAction }, null, 2) : showBulk(bulkAction));
    });

  withTable(withApi(bulk.command('items')))
    .description('list the swaps of a bulk action with what became of each, in their order')
    .argument('<id>', 'of the bulk action')
    .addOption(
      new Option('--outcome <outcome>', 'only these; open: their turn has not come').choices([
        ...bulkOutcomes,
        'open',
      ]),
    )
    .option('--limit <count>', '1 to 200')
    .option('--cursor <cursor>', 'where the list before ended')
    .action(async (id: string, { json, apiUrl, apiKey, wide, ...page }: ItemsOptions) => {
      const client = await connect({ apiUrl, apiKey }, io);
      const query = Object.entries(page).filter(([, value]) => value !== undefined);
      const answer = await client.listBulkItems(id, Object.fromEntries(query));
      if (json) return io.print(JSON.stringify(answer, null, 2));
      const { items, nextCursor } = answer;
      if (items.length === 0) io.tell('no swap of it matches');
      else io.print(renderTable(itemColumns, items.map(rowOf(wide)), layoutOf(io, { wide })));
      if (nextCursor !== undefined) io.tell(`more with --cursor ${nextCursor}`);
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
