import { isEnd } from '../../core/swap/swap.ts';
import type { ApiClient } from '../api-client.ts';
import type { CliIo } from '../cli-io.ts';
import { type ApiOptions, connect } from '../connect.ts';
import { exitCodeOfSwap } from '../exit-code.ts';
import { followEvents } from '../follow-events.ts';
import { layoutOf, widthOf } from '../layout.ts';
import { showSwap } from '../show-swap.ts';
import { showSwapList } from '../show-swap-list.ts';
import { swapIdOf } from '../swap-id-of.ts';
import { wantsDecision } from '../wait-for-swap.ts';
import { changedSince, watch } from '../watch.ts';

type Got = Awaited<ReturnType<ApiClient['getSwap']>>;
type Listed = Awaited<ReturnType<ApiClient['listSwaps']>>['swaps'];

/** `ferryman swap watch`: shows a swap live until it has ended or a person must act. */
export async function watchSwap(given: string, options: ApiOptions, io: CliIo): Promise<void> {
  const client = await connect(options, io);
  const id = await swapIdOf(client, given, 'reading');
  const changed = changedSince<Got>(
    ({ swap }) => swap.id,
    ({ swap }) => `${swap.version}`,
  );
  const last = await watch<Got>(
    {
      read: () => client.getSwap(id),
      events: (signal) => followEvents(client, { swap: id }, signal),
      // The reason that is shown changes when the workers come and go.
      isRestless: () => true,
      view: viewOf,
      changes: (got) =>
        changed([got]).map(({ swap }) => (options.json ? JSON.stringify({ swap }) : lineOf(swap))),
      isOver: ({ swap }) => isEnd(swap.state) || wantsDecision(swap),
      json: options.json ?? false,
    },
    io,
  );
  if (!last) return io.tell(`no longer watching; the swap goes on: ferryman swap watch ${id}`);
  if (io.screen && !options.json) io.print(showSwap(last.swap, widthOf(io)));
  io.exitWith(exitCodeOfSwap(last.swap));
}

/** `ferryman swap list --watch`: the newest swaps of the filter, until Ctrl-C. */
export async function watchSwaps(
  client: ApiClient,
  query: Readonly<Record<string, string>>,
  { json = false, wide }: { json?: boolean | undefined; wide?: true | undefined },
  io: CliIo,
): Promise<void> {
  const changed = changedSince<Listed[number]>(
    ({ id }) => id,
    ({ version }) => `${version}`,
  );
  // Swaps come under such a filter, or leave it, as time passes.
  const hasTimeSpan = timeSpans.some((name) => query[name] !== undefined);
  await watch<Listed>(
    {
      read: async () => (await client.listSwaps(query)).swaps,
      events: (signal) => followEvents(client, {}, signal),
      isRestless: (swaps) => hasTimeSpan || swaps.some(({ state }) => !isEnd(state)),
      view: (swaps) =>
        swaps.length === 0
          ? 'no swap matches'
          : showSwapList(swaps, Date.now(), layoutOf(io, { wide })),
      changes: (swaps) =>
        changed(swaps)
          .reverse()
          .map((swap) => (json ? JSON.stringify({ swap }) : `${swap.id}  ${lineOf(swap)}`)),
      json,
    },
    io,
  );
}

const timeSpans = ['olderThan', 'newerThan', 'unchangedFor'] as const;

function lineOf({ updatedAt, state, fundsState, reason }: Got['swap']): string {
  const why = reason ? `  ${reason.code}: ${reason.message}` : '';
  return `${updatedAt}  ${state}  ${fundsState}${why}`;
}

/** As many of the newest events as a screen of usual height shows. */
const shownEvents = 8;

function viewOf({ swap, events }: Got, columns: number): string {
  const newest = events.slice(-shownEvents).map(({ at, type }) => `${at}  ${type}`);
  return [showSwap(swap, columns), '', ...newest].join('\n');
}
