import type { Command } from 'commander';
import type { CliIo } from '../cli-io.ts';
import { type ApiOptions, connect, withApi } from '../connect.ts';
import { layoutOf } from '../layout.ts';
import { type Column, renderTable } from '../render-table.ts';

const columns: readonly Column[] = [
  { title: 'wallet' },
  { title: 'chain' },
  { title: 'slots', align: 'right' },
  { title: 'used', align: 'right' },
  { title: 'waiting', align: 'right' },
  { title: 'oldest', align: 'right' },
];

/** `ferryman lanes`: which wallet accounts have swaps that wait or are being paid. */
export function registerLanes(program: Command, io: CliIo): void {
  withApi(program.command('lanes'))
    .description('list the lanes in which swaps wait or hold slots')
    .action(async (options: ApiOptions) => {
      const answer = await (await connect(options, io)).lanes();
      if (options.json) return io.print(JSON.stringify(answer, null, 2));
      if (answer.lanes.length === 0) return io.print('no swap waits or holds a slot');
      const rows = answer.lanes.map(({ wallet, chain, slots, used, waiting, oldestSeconds }) => [
        wallet,
        chain,
        `${slots}`,
        `${used}`,
        `${waiting}`,
        waiting === 0 ? '' : `${oldestSeconds} s`,
      ]);
      io.print(renderTable(columns, rows, layoutOf(io)));
    });
}
