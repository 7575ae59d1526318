import type { CliIo } from './cli-io.ts';
import { exitCodes } from './exit-code.ts';
import { type Following, follow } from './follow.ts';
import { openLiveView } from './live-view.ts';

interface Watched<Value> extends Omit<Following<Value>, 'signal'> {
  /** Of the whole view, for a terminal of so many columns, so many seconds after the reading. */
  view(value: Value, columns: number, age: number): string;
  /** What is printed of a change where the output is no terminal; nothing: no change. */
  changes(value: Value): readonly string[];
  /** Whether there is nothing more to watch. */
  isOver?(value: Value): boolean;
  json: boolean;
}

/**
 * Shows something until it is over: on a terminal as a view that is redrawn, otherwise a line for
 * each change, with `--json` an object a line. Returns the last that was read; `undefined` after
 * Ctrl-C.
 */
export async function watch<Value>(
  { view, changes, isOver = () => false, json, ...source }: Watched<Value>,
  io: CliIo,
): Promise<Value | undefined> {
  const live = io.screen && !json ? openLiveView(io.screen) : undefined;
  let last: Value | undefined;
  let readAt = 0;
  let isAway = false;
  const age = (): number => Math.floor((performance.now() - readAt) / 1_000);
  try {
    for await (const seen of follow({ ...source, signal: io.signal })) {
      const shown = seen.kind === 'read' ? seen.value : last;
      if (seen.kind === 'read') readAt = performance.now();
      const mark = seen.kind === 'away' ? awayMark(seen.since) : undefined;
      if (live) live.show((columns) => framed(shown && view(shown, columns, age()), mark));
      else if (seen.kind === 'read') for (const line of changes(seen.value)) io.print(line);
      if (!live && mark !== undefined && !isAway) io.tell(mark);
      if (!live && seen.kind === 'read' && isAway) io.tell(backMark);
      isAway = seen.kind === 'away';
      if (seen.kind !== 'read') continue;
      last = seen.value;
      if (isOver(seen.value)) return seen.value;
    }
  } finally {
    live?.close();
  }
  io.exitWith(exitCodes.interrupted);
  return undefined;
}

/** Says that what is shown may be old. */
export function awayMark(since: Date): string {
  return `disconnected since ${since.toISOString().slice(11, 19)}; trying again`;
}

export const backMark = 'connected again';

function framed(view: string | undefined, mark: string | undefined): string {
  return [...(mark === undefined ? [] : [mark, '']), view ?? 'connecting…'].join('\n');
}

/** What of each object has changed since the last call, by its id. */
export function changedSince<Value>(
  idOf: (value: Value) => string,
  stateOf: (value: Value) => string,
): (values: readonly Value[]) => Value[] {
  const known = new Map<string, string>();
  return (values) => {
    const changed = values.filter((value) => known.get(idOf(value)) !== stateOf(value));
    known.clear();
    for (const value of values) known.set(idOf(value), stateOf(value));
    return changed;
  };
}
