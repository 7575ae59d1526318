import type { Command } from 'commander';
import type { CliIo } from '../cli-io.ts';
import { type ApiOptions, connect, withApi } from '../connect.ts';
import { layoutOf, type TableOptions, withTable } from '../layout.ts';
import { type Column, renderTable } from '../render-table.ts';

interface HistoryOptions extends ApiOptions, TableOptions {
  from: string;
  until: string;
  wallet?: string;
  drift?: true;
}

const balanceColumns: readonly Column[] = [
  { title: 'at' },
  { title: 'wallet' },
  { title: 'chain' },
  { title: 'token' },
  { title: 'settled', align: 'right' },
  { title: 'in flight', align: 'right' },
  { title: 'USD', align: 'right' },
  { title: 'at block', align: 'right', optional: true },
];

const driftColumns: readonly Column[] = [
  { title: 'until' },
  { title: 'wallet' },
  { title: 'chain' },
  { title: 'token' },
  { title: 'difference', align: 'right' },
  { title: 'tolerated' },
  { title: 'from', optional: true },
];

/** `ferryman treasury balances`: what each wallet had over time, or what no book explains of it. */
export function registerTreasuryBalances(treasury: Command, io: CliIo): void {
  withTable(withApi(treasury.command('balances')))
    .description('list balances over time, and what they were worth')
    .requiredOption('--from <time>', 'a day such as 2026-01-01, in UTC, or a time in ISO 8601')
    .requiredOption('--until <time>', 'the first moment after the period, in the same form')
    .option('--wallet <name>', 'only of this wallet')
    .option('--drift', 'instead list the changes that no book explains')
    .action(async ({ from, until, wallet, drift, ...options }: HistoryOptions) => {
      const client = await connect(options, io);
      const query = { from, until, ...(wallet === undefined ? {} : { wallet }) };
      if (drift) {
        const answer = await client.listDrift(query);
        if (options.json) return io.print(JSON.stringify(answer, null, 2));
        if (answer.drift.length === 0)
          return io.tell('the books explain every change of a balance');
        const rows = answer.drift.map((one) => [
          ...[one.until, one.wallet, one.chain, one.symbol, one.difference],
          one.isBeyondTolerance ? 'no' : 'yes',
          one.from,
        ]);
        return io.print(renderTable(driftColumns, rows, layoutOf(io, options)));
      }
      const answer = await client.listTreasuryBalances(query);
      if (options.json) return io.print(JSON.stringify(answer, null, 2));
      if (answer.balances.length === 0)
        return io.tell(
          'no balance was read in this time: the treasury worker reads them each hour',
        );
      const rows = answer.balances.map((one) => [
        ...[one.at, one.wallet, one.chain, one.symbol, one.settled, one.inFlight],
        one.usd ?? '',
        one.block,
      ]);
      io.print(renderTable(balanceColumns, rows, layoutOf(io, options)));
    });
}
