import type { Command } from 'commander';
import type { CliIo } from '../cli-io.ts';
import { type ApiOptions, connect, withApi } from '../connect.ts';
import { layoutOf, type TableOptions, withTable } from '../layout.ts';
import { type Column, type Row, renderTable } from '../render-table.ts';

const columns: readonly Column[] = [
  { title: 'wallet' },
  { title: 'chain' },
  { title: 'token' },
  { title: 'allowed', align: 'right' },
  { title: 'needed', align: 'right' },
  { title: 'at block', align: 'right', optional: true },
];

/** `ferryman allowances`: what each wallet has allowed spenders to take, when Ferryman last looked. */
export function registerAllowances(program: Command, io: CliIo): void {
  withTable(withApi(program.command('allowances')))
    .description('list what wallets have allowed spenders to take, as last read')
    .option('--wallet <name>', 'only of this wallet')
    .action(async (options: ApiOptions & TableOptions & { wallet?: string }) => {
      const answer = await (await connect(options, io)).listAllowances();
      const allowances = answer.allowances.filter(
        ({ wallet }) => options.wallet === undefined || wallet === options.wallet,
      );
      if (options.json) return io.print(JSON.stringify({ ...answer, allowances }, null, 2));
      if (allowances.length === 0)
        return io.tell('no allowance was read yet: Ferryman reads one when a swap needs it');
      const { wide } = options;
      const rows = allowances.map((one): Row => {
        const cells = [
          one.wallet,
          one.chain,
          one.symbol ?? one.token,
          one.allowed ?? inBaseUnits(one.allowedBaseUnits),
          one.needed ?? inBaseUnits(one.neededBaseUnits),
          one.block ?? '',
        ];
        return wide ? { cells: [...cells, one.spender] } : { cells, below: `by ${one.spender}` };
      });
      const shown = wide ? [...columns, { title: 'spender' }] : columns;
      io.print(renderTable(shown, rows, layoutOf(io, options)));
    });
}

function inBaseUnits(amount: string | undefined): string {
  return amount === undefined ? 'never read' : `${amount} base units`;
}
