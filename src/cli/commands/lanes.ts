import type { Command } from 'commander';
import type { ApiClient } from '../api-client.ts';
import type { CliIo } from '../cli-io.ts';
import { type ApiOptions, connect, withApi } from '../connect.ts';
import { followEvents } from '../follow-events.ts';
import { layoutOf } from '../layout.ts';
import { type Column, renderTable } from '../render-table.ts';
import { changedSince, watch } from '../watch.ts';

type Lanes = Awaited<ReturnType<ApiClient['lanes']>>['lanes'];

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
    .option('-w, --watch', 'show them live until Ctrl-C; elsewhere than on a terminal, each change')
    .action(async (options: ApiOptions & { watch?: true }) => {
      const client = await connect(options, io);
      if (options.watch) return watchLanes(client, options, io);
      const answer = await client.lanes();
      if (options.json) return io.print(JSON.stringify(answer, null, 2));
      io.print(showLanes(answer.lanes, io));
    });
}

/** Ages change by themselves: no line is printed for them. */
async function watchLanes(
  client: ApiClient,
  { json = false }: ApiOptions,
  io: CliIo,
): Promise<void> {
  const changed = changedSince<Lanes[number]>(nameOf, countsOf);
  let known: Lanes = [];
  await watch<Lanes>(
    {
      read: async () => (await client.lanes()).lanes,
      events: (signal) => followEvents(client, {}, signal),
      // A lane may admit a swap without an event.
      isRestless: (lanes) => lanes.length > 0,
      view: (lanes, _columns, age) => showLanes(lanes, io, age),
      changes(lanes) {
        const left = known
          .filter((old) => !lanes.some((lane) => nameOf(lane) === nameOf(old)))
          .map((old) => ({ ...old, used: 0, waiting: 0, oldestSeconds: 0 }));
        known = lanes;
        return [...changed(lanes), ...left].map((lane) =>
          json ? JSON.stringify({ lane }) : lineOf(lane),
        );
      },
      json,
    },
    io,
  );
}

function nameOf({ wallet, chain }: Lanes[number]): string {
  return `${wallet}@${chain}`;
}

function countsOf({ slots, used, waiting }: Lanes[number]): string {
  return `${used} of ${slots} slots used, ${waiting} waiting`;
}

function lineOf(lane: Lanes[number]): string {
  return `${new Date().toISOString()}  ${nameOf(lane)}  ${countsOf(lane)}`;
}

/** @param age in seconds, of what was read */
function showLanes(lanes: Lanes, io: CliIo, age = 0): string {
  if (lanes.length === 0) return 'no swap waits or holds a slot';
  const rows = lanes.map(({ wallet, chain, slots, used, waiting, oldestSeconds }) => [
    wallet,
    chain,
    `${slots}`,
    `${used}`,
    `${waiting}`,
    waiting === 0 ? '' : `${oldestSeconds + age} s`,
  ]);
  return renderTable(columns, rows, layoutOf(io));
}
