/** The settings of the bare loop, as JSON. */
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
  /** On a busy machine it continues until this many swaps have settled, */
  least: number;
  /** or until this time has passed. */
  maxMs: number;
}

/** The counts of the measurement. */
export interface FloorReport {
  settled: number;
  milliseconds: number;
  cpuMs: number;
}
