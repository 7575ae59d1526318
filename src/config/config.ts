import type { Policy } from '../core/decide/policy.ts';
import type { Chain } from '../core/swap/chains.ts';
import type { RouterEndpoint } from '../ports/router.ts';

/** Everything that can be set, checked and complete. */
export interface Config {
  /** Absolute path. Keystores, and in the embedded form the journal and the queue, live in it. */
  dataFolder: string;
  /** Postgres as the journal; absent: PGlite in the data folder. */
  databaseUrl?: string;
  /** Redis as the queue; absent: a private one in the data folder. */
  redisUrl?: string;
  networks: Networks;
  /** `0.0.0.0` only in a container. */
  api: { host: '127.0.0.1' | '0.0.0.0'; port: number };
  policy: Policy;
  /** Opens the keystores. */
  keystorePassword?: string;
  /**
   * Opens what the journal keeps of API keys for intake jobs. Absent: a file in the data folder,
   * where the journal is embedded.
   */
  intakeSecret?: string;
  logLevel: LogLevel;
  /** Where the commands that talk to a running Ferryman find it. */
  client: { apiUrl: string; apiKey?: string };
}

/** `sandbox`: no router and no chain is configured, so the local ones of the sandbox are meant. */
export type Networks =
  | { kind: 'sandbox' }
  | { kind: 'configured'; router: RouterConfig; chains: readonly ChainConfig[] };

interface RouterConfig {
  url: string;
  apiKey?: string;
  /** Absent: `apikey`. */
  apiKeyHeader?: string;
  /** Of single endpoints; absent: the interface's. */
  paths?: Partial<Record<RouterEndpoint, string>>;
  slippageUnit: 'fraction' | 'percent';
  /**
   * What the service calls the interface's `useServiceContract`; absent: any single member
   * `use…Contract`.
   */
  contractMember?: string;
  /** Absent: `ferryman`. */
  referrer?: string;
  /** Providers that the lists of a job may name beside those of the registry. */
  additionalProviders?: readonly string[];
  /** Shared by all workers on one Redis; absent: not counted. */
  callsPerMinute?: number;
  /** For one call, in milliseconds. The service is asked to be done a second earlier. */
  timeoutMs: number;
}

export interface ChainConfig {
  chain: Chain;
  rpcUrls: readonly string[];
  /** WebSockets that tell of new blocks. Absent: blocks are polled. */
  wsUrls?: readonly string[];
  /** For one question to an endpoint, in milliseconds. Absent: 10,000. */
  timeoutMs?: number;
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

/** One thing that is wrong with the configuration. */
export interface ConfigFault {
  /** JSON pointer into the settings, such as `/chains/ETH/rpcUrls`. */
  path: string;
  /** Where the value came from: a flag, a variable, a file; or that it is not set. */
  source: string;
  message: string;
  fix: string;
}
