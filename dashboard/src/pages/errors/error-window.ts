import { keysOf } from '../../parts/keys-of.ts';

/** How far back the page looks, in seconds. */
export const windows = { hour: 3_600, day: 86_400, week: 604_800 } as const;
type ErrorWindow = keyof typeof windows;

export const windowNames = keysOf(windows);

interface Search {
  /** Absent: a day. */
  window?: ErrorWindow;
}

export function readErrorWindow({ window }: Record<string, unknown>): Search {
  const found = windowNames.find((name) => name === window);
  return found === undefined ? {} : { window: found };
}
