import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import type { CliIo } from '../cli-io.ts';
import { type ApiOptions, connect, withApi } from '../connect.ts';
import { layoutOf, type TableOptions, withTable } from '../layout.ts';
import { type Column, renderTable } from '../render-table.ts';

const columns: readonly Column[] = [
  { title: 'swaps', align: 'right' },
  { title: 'state' },
  { title: 'code' },
  { title: 'provider' },
  { title: 'last' },
  { title: 'example' },
];

/** `ferryman errors`: what swaps wait for or ended with, grouped. */
export function registerErrors(program: Command, io: CliIo): void {
  withTable(withApi(program.command('errors')))
    .description('group swaps by what they wait for or ended with, the largest group first')
    .option('--within <duration>', 'swaps that changed in this time, such as 90m, 12h or 7d', parse)
    .action(async (options: ApiOptions & TableOptions & { within?: number }) => {
      const answer = await (await connect(options, io)).listErrors(options.within);
      if (options.json) return io.print(JSON.stringify(answer, null, 2));
      if (answer.groups.length === 0) return io.tell('no swap waits or has failed in this time');
      const rows = answer.groups.map(({ count, state, code, provider = '', last, example }) => [
        `${count}`,
        state,
        code,
        provider,
        last.slice(0, 19),
        example,
      ]);
      io.print(renderTable(columns, rows, layoutOf(io, options)));
    });
}

const seconds = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

function parse(text: string): number {
  const [, count, unit] = /^(\d{1,4})([smhd])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined)
    throw new InvalidArgumentError('Write a number with s, m, h or d, such as 12h.');
  return Number(count) * seconds[unit as keyof typeof seconds];
}
