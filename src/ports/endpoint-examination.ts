/** What Ferryman needs from an endpoint of a chain. The names are public. */
export type EndpointNeed =
  | 'HEAD'
  | 'SIMULATION'
  | 'TRACING'
  | 'HISTORY'
  | 'FINALITY'
  | 'LOG_RANGE'
  | 'FEES'
  | 'RATE';

/** Whether one endpoint gives one thing. `limited`: Ferryman works, and can see or do less. */
export interface EndpointFinding {
  host: string;
  need: EndpointNeed;
  status: 'met' | 'limited' | 'missing';
  message: string;
  /** Present unless it is met. */
  fix?: string;
}
