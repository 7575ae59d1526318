/** What the bare loop is started with, as JSON. */
export interface FloorSettings {
  standInsUrl: string;
  chain: string;
  chainId: number;
  databaseUrl: string;
  redisUrl: string;
  /** Swaps in flight. */
  sideBySide: number;
  warmUpMs: number;
  measureMs: number;
  /** On a machine that is busy with other things it goes on until so many have settled … */
  least: number;
  /** … or until this time is over. */
  maxMs: number;
}

/** What it did while it was measured. */
export interface FloorReport {
  settled: number;
  milliseconds: number;
  cpuMs: number;
}
