import type { Command } from 'commander';
import type { CliIo } from '../cli-io.ts';
import { type ApiOptions, connect, withApi } from '../connect.ts';
import { layoutOf, type TableOptions, withTable } from '../layout.ts';
import { type Column, renderTable } from '../render-table.ts';
import { shortId } from '../short-id.ts';
import { showAge, showTime } from '../show-time.ts';
import { withWithin } from '../within-option.ts';

const columns: readonly Column[] = [
  { title: 'swaps', align: 'right' },
  { title: 'state' },
  { title: 'code' },
  { title: 'last', align: 'right' },
  { title: 'example' },
  { title: 'provider', optional: true },
];

/** `ferryman errors`: what swaps wait for or ended with, grouped. */
export function registerErrors(program: Command, io: CliIo): void {
  withWithin(withTable(withApi(program.command('errors'))))
    .description('group swaps by what they wait for or ended with, the largest group first')
    .action(async (options: ApiOptions & TableOptions & { within?: number }) => {
      const answer = await (await connect(options, io)).listErrors(options.within);
      if (options.json) return io.print(JSON.stringify(answer, null, 2));
      if (answer.groups.length === 0) return io.tell('no swap waits or has failed in this time');
      const { wide } = options;
      const rows = answer.groups.map(({ count, state, code, provider = '', last, example }) => [
        `${count}`,
        state,
        code,
        wide ? showTime(last) : `${showAge(Date.now() - Date.parse(last))} ago`,
        wide ? example : shortId(example),
        provider,
      ]);
      io.print(renderTable(columns, rows, layoutOf(io, options)));
    });
}
