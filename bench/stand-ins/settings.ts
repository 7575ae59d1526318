/** The settings of the stand-ins, as JSON. */
export interface StandInSettings {
  chains: readonly { name: string; chainId: number }[];
  blockIntervalMs: number;
}

/** A recorded request, to be repeated. */
export interface RecordedRequest {
  method: string;
  path: string;
  body: string;
}

/** When the first bytes of a swap arrived, in milliseconds since the epoch. */
export interface Arrival {
  receiver: string;
  at: number;
}
