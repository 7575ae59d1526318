/** What the stand-ins are started with, as JSON. */
export interface StandInSettings {
  chains: readonly { name: string; chainId: number }[];
  blockIntervalMs: number;
}

/** A request as it came in, to be made again. */
export interface RecordedRequest {
  method: string;
  path: string;
  body: string;
}

/** When the first bytes of a swap came in, in milliseconds since the epoch. */
export interface Arrival {
  receiver: string;
  at: number;
}
