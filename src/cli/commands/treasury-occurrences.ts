import { type Command, Option } from 'commander';
import { occurrenceStates } from '../../core/treasury/occurrence.ts';
import type { ApiClient } from '../api-client.ts';
import type { CliIo } from '../cli-io.ts';
import { type ApiOptions, connect, withApi } from '../connect.ts';
import { layoutOf, type TableOptions, withTable } from '../layout.ts';
import { type Column, renderTable } from '../render-table.ts';
import { shortId } from '../short-id.ts';
import { showTime } from '../show-time.ts';

type Occurrence = Awaited<ReturnType<ApiClient['treasuryOccurrences']>>['occurrences'][number];

const occurrenceColumns: readonly Column[] = [
  { title: 'due (UTC)' },
  { title: 'rule' },
  { title: 'state' },
  { title: 'swaps' },
];

/** `ferryman treasury occurrences`: what the rules did. */
export function registerTreasuryOccurrences(treasury: Command, io: CliIo): void {
  withTable(withApi(treasury.command('occurrences')))
    .description('list what the rules did, newest first')
    .option('--rule <id>', 'only of this rule')
    .addOption(new Option('--state <state>', 'only these').choices(occurrenceStates))
    .option('--limit <count>', '1 to 200')
    .option('--cursor <cursor>', 'where the list before ended')
    .action(
      async ({
        json,
        apiUrl,
        apiKey,
        wide,
        ...page
      }: ApiOptions & TableOptions & Record<string, string | undefined>) => {
        const client = await connect({ apiUrl, apiKey }, io);
        const query = Object.entries(page).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value]],
        );
        const answer = await client.treasuryOccurrences(Object.fromEntries(query));
        if (json) return io.print(JSON.stringify(answer, null, 2));
        const { occurrences, nextCursor } = answer;
        if (occurrences.length === 0) io.tell('no rule was due');
        else
          io.print(
            renderTable(
              occurrenceColumns,
              occurrences.map((one) => rowOf(one, wide)),
              layoutOf(io, { wide }),
            ),
          );
        if (nextCursor !== undefined) io.tell(`more with --cursor ${nextCursor}`);
      },
    );
}

function rowOf(
  { instant, ruleId, state, swaps, code, message, missed }: Occurrence,
  wide: true | undefined,
) {
  const count = missed && missed.count > 1 ? ` (${missed.count} times)` : '';
  const ids = swaps.map((id) => (wide ? id : shortId(id)));
  const shown = wide || ids.length <= 2 ? ids.join(' ') : `${ids.length} swaps`;
  return {
    cells: [showTime(instant), ruleId, `${state}${count}`, shown],
    below: code === undefined ? undefined : `${code}: ${message ?? ''}`,
  };
}
