import type { Servers } from './harness/servers.ts';

/** What a figure is given to work with. */
export interface Bench {
  /** Started by the first figure that asks, for all. */
  servers(): Promise<Servers>;
  /** When its share of the time is over, as `performance.now()` counts. */
  deadline: number;
  /** Of a soak; absent where nobody asked for one. */
  minutes: number | undefined;
  /** What it starts goes here; ended in reverse, however the figure ends. */
  atEnd(close: () => Promise<void>): void;
  log(message: string): void;
  /** What it has measured so far: printed where the figure ends with an error. */
  soFar(value: unknown): void;
}

/** One of the figures that the bench prints. */
export interface Figure {
  /** Also the member of the result. */
  name: string;
  /** Its share of the time of all, in seconds of a default run. */
  seconds: number;
  /** Whether it runs only where it is named. */
  onlyByName?: true;
  run(bench: Bench): Promise<unknown>;
}

/** The moment at which a part of what is left of a figure's time is over. */
export function partOf({ deadline }: Pick<Bench, 'deadline'>, share: number): number {
  const now = performance.now();
  return now + Math.max(0, deadline - now) * share;
}
