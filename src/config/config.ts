import type { Ceiling } from '../core/books/ceiling.ts';
import type { Policy } from '../core/decide/policy.ts';
import type { AcceptedRisk } from '../core/gate/conditions.ts';
import type { Chain } from '../core/swap/chains.ts';
import type { GuardPolicy } from '../guard/policy/guard-policy.ts';
import type { RouterEndpoint } from '../ports/router.ts';

/** The complete, validated configuration. */
export interface Config {
  /** Absolute path of the folder with the keystores and the embedded journal and queue. */
  dataFolder: string;
  /** Postgres as the journal; absent: PGlite in the data folder. */
  databaseUrl?: string;
  /** Redis as the queue; absent: a private one in the data folder. */
  redisUrl?: string;
  networks: Networks;
  /** `0.0.0.0` only in a container. */
  api: {
    host: '127.0.0.1' | '0.0.0.0';
    port: number;
    requestsPerMinute: number;
    /** An origin under which a proxy serves the API. */
    publicUrl?: string;
  };
  policy: Policy;
  /** What the operator admits. Admits nothing if none is configured. */
  guardPolicy: GuardPolicy;
  /** Public keys of processes that accept jobs, base64url. */
  jobKeys?: readonly string[];
  /** Without ages nothing leaves the journal by itself. */
  retention: { payloadsAfterDays?: number; folder?: string; deliveriesAfterDays?: number };
  /** `rules`: absolute path of the folder of the treasury's rules. */
  treasury: { rules?: string; books?: boolean; ceilings: readonly Ceiling[] };
  /** Absolute path of the socket of a separate signer. */
  signer: { socket?: string };
  /** Instead of conditions for real networks. */
  acceptedRisks: readonly AcceptedRisk[];
  /** Opens the keystores. */
  keystorePassword?: string;
  /**
   * Opens the intake keys that the journal stores sealed. Absent: with an embedded journal, a file
   * in the data folder.
   */
  intakeSecret?: string;
  /** Where webhooks may go besides public addresses. */
  webhooks: { allowPrivateAddresses: boolean; allowedHosts?: readonly string[] };
  logLevel: LogLevel;
  /** `auto`: pretty on a terminal, else JSON. */
  logFormat: LogFormat;
  /** Where traces go; absent: nothing is traced. */
  otlpEndpoint?: string;
  /** The running Ferryman that the commands call. */
  client: {
    apiUrl: string;
    /** Nothing names a service: `apiUrl` is the one that this configuration would start. */
    isOwn: boolean;
    /** The file of the working folder alone names the service: whoever made it may not be the user. */
    isFound?: true;
    apiKey?: string;
    /** Absolute path of a PEM file. */
    caFile?: string;
    output: 'text' | 'json';
    /** Whose settings these are, if a profile is used. */
    profile?: string;
  };
}

/** `sandbox`: no router and no chain is configured, so Ferryman uses those of the sandbox. */
export type Networks =
  | { kind: 'sandbox' }
  | { kind: 'configured'; router: RouterConfig; chains: readonly ChainConfig[] };

interface RouterConfig {
  url: string;
  apiKey?: string;
  /** Absent: `apikey`. */
  apiKeyHeader?: string;
  /** Paths that differ from the interface's. */
  paths?: Partial<Record<RouterEndpoint, string>>;
  slippageUnit: 'fraction' | 'percent';
  /** The service's name for `useServiceContract`; absent: any single member `use…Contract`. */
  contractMember?: string;
  /** Absent: `ferryman`. */
  referrer?: string;
  /** Providers that a job may list, in addition to those of the registry. */
  additionalProviders?: readonly string[];
  /** Limit shared by all workers on one Redis; absent: calls are not counted. */
  callsPerMinute?: number;
  /** Whether the service's name may resolve to an address that is not public. Absent: no. */
  allowPrivateAddresses?: boolean;
  /** SHA-256 of public keys, in base64. */
  pins?: readonly string[];
  /** Absent: `enforce`. */
  pinMode?: 'enforce' | 'alert';
  /** For one call, in milliseconds. Ferryman asks the service to answer a second earlier. */
  timeoutMs: number;
}

export interface ChainConfig {
  chain: Chain;
  rpcUrls: readonly string[];
  /** WebSocket endpoints that announce new blocks. Absent: Ferryman polls for blocks. */
  wsUrls?: readonly string[];
  /** Private relays. Absent: private jobs are refused. */
  broadcastUrls?: readonly string[];
  /** For one request to an endpoint, in milliseconds. Absent: 10,000. */
  timeoutMs?: number;
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

export const logFormats = ['auto', 'json', 'pretty'] as const;
type LogFormat = (typeof logFormats)[number];

/** One fault of the configuration. */
export interface ConfigFault {
  /** JSON pointer into the settings, such as `/chains/ETH/rpcUrls`. */
  path: string;
  /** The source of the value: a flag, a variable, a file; or `not set`. */
  source: string;
  message: string;
  fix: string;
}
