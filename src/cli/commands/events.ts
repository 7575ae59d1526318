import type { Command } from 'commander';
import type { ApiClient } from '../api-client.ts';
import type { CliIo } from '../cli-io.ts';
import { type ApiOptions, connect, withApi } from '../connect.ts';
import { exitCodes } from '../exit-code.ts';
import { followEvents } from '../follow-events.ts';
import type { HeardEvent } from '../heard-event.ts';
import { layoutOf, type TableOptions, withTable } from '../layout.ts';
import { chainsOf } from '../list-options.ts';
import { type Column, renderTable } from '../render-table.ts';
import { shortId } from '../short-id.ts';
import { showTime } from '../show-time.ts';
import { swapIdOf } from '../swap-id-of.ts';
import { awayMark, backMark } from '../watch.ts';

interface Options extends ApiOptions, TableOptions {
  follow?: true;
  swap?: string;
  wallet?: string;
  chain?: string;
  type?: string;
  after?: string;
  limit?: string;
}

const columns: readonly Column[] = ['at (UTC)', 'of', 'event', 'state', 'funds'].map((title) => ({
  title,
}));

/** `ferryman events`: what happens to swaps and wallets, a page of it or as it happens. */
export function registerEvents(program: Command, io: CliIo): void {
  withTable(withApi(program.command('events')))
    .description('list the events of swaps and wallets, the oldest first, or follow them')
    .option('-f, --follow', 'print each as it happens, until Ctrl-C; an outage leaves none out')
    .option('--swap <id>', 'only of this swap; the beginning of its id is enough')
    .option('--wallet <names>', 'only of these wallets, by commas')
    .option('--chain <chains>', 'only of swaps from or to these chains, by commas')
    .option('--type <topics>', 'only of these topics, by commas, such as swap.settled')
    .option(
      '--after <id>',
      'what comes after this event, or `start`; default with --follow: what happens from now on',
    )
    .option('--limit <count>', 'of a page: 1 to 200')
    .action(async (options: Options) => {
      const client = await connect(options, io);
      const query = await queryOf(client, options);
      if (options.follow) return followAll(client, query, options, io);
      const page = await client.listEvents(query);
      if (options.json) return io.print(JSON.stringify(page, null, 2));
      const { events, hasMore, nextCursor } = page;
      if (events.length === 0) io.tell('no event matches');
      else io.print(renderTable(columns, events.map(cellsOf(options)), layoutOf(io, options)));
      if (hasMore) io.tell(`more with --after ${nextCursor}`);
    });
}

async function queryOf(
  client: ApiClient,
  { swap, wallet, chain, type, after, limit }: Options,
): Promise<Record<string, string>> {
  const given = {
    swap: swap === undefined ? undefined : await swapIdOf(client, swap, 'reading'),
    chain: chain === undefined ? undefined : chainsOf(chain).join(','),
    ...{ wallet, type, after, limit },
  };
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

async function followAll(
  client: ApiClient,
  query: Readonly<Record<string, string>>,
  options: Options,
  io: CliIo,
): Promise<void> {
  let isAway = false;
  for await (const seen of followEvents(client, query, io.signal)) {
    if (seen.kind === 'away' && !isAway) io.tell(awayMark(seen.since));
    if (seen.kind === 'connected' && isAway) io.tell(backMark);
    isAway = seen.kind === 'away';
    if (seen.kind === 'reset') io.tell(`events may be missing: ${seen.reason}`);
    if (seen.kind === 'event')
      io.print(options.json ? JSON.stringify(seen.event) : lineOf(seen.event, options));
  }
  io.exitWith(exitCodes.interrupted);
}

function lineOf(event: HeardEvent, options: Options): string {
  return cellsOf(options)(event)
    .filter((cell) => cell !== '')
    .join('  ');
}

/** Of a notice, what it is about instead of the swap. */
function cellsOf({ wide }: TableOptions): (event: HeardEvent) => string[] {
  return ({ at, type, swap, state = '', fundsState = '', wallet = '', chain = '' }) => {
    const notice = chain === '' ? wallet : `${wallet}@${chain}`;
    const of = swap ? (wide ? swap.id : shortId(swap.id)) : notice;
    return [showTime(at), of, type, state, fundsState];
  };
}
