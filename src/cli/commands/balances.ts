import type { Command } from 'commander';
import type { CliIo } from '../cli-io.ts';
import { type ApiOptions, connect, withApi } from '../connect.ts';
import { layoutOf, type TableOptions, withTable } from '../layout.ts';
import { type Column, renderTable } from '../render-table.ts';

const columns: readonly Column[] = [
  { title: 'wallet' },
  { title: 'chain' },
  { title: 'token' },
  { title: 'balance', align: 'right' },
  { title: 'reserved', align: 'right' },
  { title: 'in flight', align: 'right' },
  { title: 'at block', align: 'right', optional: true },
];

/** `ferryman balances`: what each wallet had when Ferryman last looked, and what is reserved. */
export function registerBalances(program: Command, io: CliIo): void {
  withTable(withApi(program.command('balances')))
    .description(
      'list balances as they were last read, and what signed transactions may still take',
    )
    .option('--wallet <name>', 'only of this wallet')
    .action(async (options: ApiOptions & TableOptions & { wallet?: string }) => {
      const answer = await (await connect(options, io)).listBalances();
      const balances = answer.balances.filter(
        ({ wallet }) => options.wallet === undefined || wallet === options.wallet,
      );
      if (options.json) return io.print(JSON.stringify({ ...answer, balances }, null, 2));
      if (balances.length === 0)
        return io.tell('no balance was read yet: Ferryman reads one when a swap needs it');
      const rows = balances.map((one) => [
        one.wallet,
        one.chain,
        one.symbol ?? one.token,
        one.balance ?? `${one.balanceBaseUnits} base units`,
        one.reserved ?? `${one.reservedBaseUnits} base units`,
        one.inFlight ?? `${one.inFlightBaseUnits} base units`,
        one.block,
      ]);
      io.print(renderTable(columns, rows, layoutOf(io, options)));
    });
}
