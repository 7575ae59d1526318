import type { Command } from 'commander';
import type { CliIo } from '../cli-io.ts';
import { type ApiOptions, connect, withApi } from '../connect.ts';
import { layoutOf } from '../layout.ts';
import { type Column, renderTable } from '../render-table.ts';

const columns: readonly Column[] = [
  { title: 'cap' },
  { title: 'of' },
  { title: 'used', align: 'right' },
  { title: 'left', align: 'right' },
];

/** `ferryman caps`: the bounds of the guard's policy on payments, and what is used of them. */
export function registerCaps(program: Command, io: CliIo): void {
  withApi(program.command('caps'))
    .description('list the caps on payments of the guard’s policy, and their use')
    .action(async (options: ApiOptions) => {
      const answer = await (await connect(options, io)).listCaps();
      if (options.json) return io.print(JSON.stringify(answer, null, 2));
      if (answer.caps.length === 0) return io.tell('the guard’s policy has no caps');
      const rows = answer.caps.flatMap(({ name, uses }) =>
        uses === undefined || uses.length === 0
          ? [[name, '', uses === undefined ? '' : '0', '']]
          : uses.map(({ subject = '', used, left }) => [name, subject, used, left]),
      );
      io.print(renderTable(columns, rows, layoutOf(io)));
    });
}
