import type { Command } from 'commander';
import type { CliIo } from '../cli-io.ts';
import { type ApiOptions, connect, withApi } from '../connect.ts';
import { layoutOf, type TableOptions, withTable } from '../layout.ts';
import { type Column, renderTable } from '../render-table.ts';

const columns: readonly Column[] = [
  { title: 'cap' },
  { title: 'limit', align: 'right' },
  { title: 'of' },
  { title: 'used', align: 'right' },
  { title: 'left', align: 'right' },
];

const units = { usd: 'USD', amount: 'tokens', count: 'payments' } as const;

/** `ferryman caps`: the bounds of policy and treasury rules on payments, and what is used of them. */
export function registerCaps(program: Command, io: CliIo): void {
  withTable(withApi(program.command('caps')))
    .description(
      'list the caps of the guard’s policy and the budgets of treasury rules, and their use',
    )
    .action(async (options: ApiOptions & TableOptions) => {
      const answer = await (await connect(options, io)).listCaps();
      if (options.json) return io.print(JSON.stringify(answer, null, 2));
      if (answer.caps.length === 0)
        return io.tell(
          'the guard’s policy has no caps, and no rule with a budget has paid in a week',
        );
      const rows = answer.caps.flatMap((cap) => {
        const { name, limit, uses } = cap;
        const shown = `${limit} ${units[cap.unit]}`;
        // Of a cap of each payment alone, nothing is used.
        if (uses === undefined) return [[name, shown, '', '', '']];
        return uses.length === 0
          ? [[name, shown, '', '0', limit]]
          : uses.map(({ subject = '', used, left }) => [name, shown, subject, used, left]);
      });
      io.print(renderTable(columns, rows, layoutOf(io, options)));
    });
}
