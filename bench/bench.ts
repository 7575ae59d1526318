import type { Servers } from './harness/servers.ts';

/** The context of a figure. */
export interface Bench {
  /** Starts the servers on the first call. All figures share them. */
  servers(): Promise<Servers>;
  /** When the figure's share of the time ends, in `performance.now()` milliseconds. */
  deadline: number;
  /** Duration of a soak; undefined if none was requested. */
  minutes: number | undefined;
  /** Registers a cleanup. They run in reverse order, also after an error. */
  atEnd(close: () => Promise<void>): void;
  log(message: string): void;
  /** Reports a partial result. It is printed if the figure fails. */
  soFar(value: unknown): void;
}

/** One figure of the bench. */
export interface Figure {
  /** Also the name of its member in the result. */
  name: string;
  /** Its share of a default run, in seconds. */
  seconds: number;
  /** True if the figure runs only when it is named. */
  onlyByName?: true;
  run(bench: Bench): Promise<unknown>;
}

/** The moment at which a share of the figure's remaining time ends. */
export function partOf({ deadline }: Pick<Bench, 'deadline'>, share: number): number {
  const now = performance.now();
  return now + Math.max(0, deadline - now) * share;
}
