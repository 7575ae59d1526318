import type { Logger } from 'pino';
import type { Policy } from './core/decide/policy.ts';
import type { AcceptedRisk } from './core/gate/conditions.ts';
import type { Checkpoint } from './executor/checkpoint.ts';
import type { RetentionOptions } from './executor/retention/retention.ts';
import type { ChainOptions } from './families/family-definition.ts';
import type { GuardPolicy } from './guard/policy/guard-policy.ts';
import type { TransportPolicy } from './http/create-router-transport.ts';
import type { WebhookPolicy } from './ports/webhook-sender.ts';
import type { RouterClientOptions } from './router/create-router-client.ts';
import type { TreasuryOptions } from './treasury/treasury-context.ts';

export interface FerrymanOptions {
  /** Keystores; if embedded, also the journal and the queue's data. */
  dataFolder: string;
  /** A Postgres server. Absent: PGlite in the data folder, for this process only. */
  databaseUrl?: string;
  /** A Redis server. Absent: a private `redis-server` child process. */
  redisUrl?: string;
  /** Opens the keystores. Absent: this process signs nothing, unless a `signer` does. */
  keystorePassword?: string;
  /** A signer of its own behind a Unix socket. Absent: this process signs with its keystores. */
  signer?: { socket?: string };
  /**
   * Whether this process asks that signer. One that signs nothing need not reach it, and knows of it
   * for the gate alone. Default: true.
   */
  asksSigner?: boolean;
  /**
   * Decrypts the intake keys of API keys in the journal: at least 32 random characters, the same in
   * every process of a journal. Absent: with an embedded journal, a file in the data folder,
   * created on first use; otherwise there is no intake.
   */
  intakeSecret?: string;
  /**
   * Public keys of the processes that accept jobs, base64url: this process signs for the jobs that
   * they have sealed. Beside those of the data folder. Default: none.
   */
  jobKeys?: readonly string[];
  /**
   * Under which browsers reach the dashboard, such as `https://ferryman.example.com`: for this host
   * approvers have passkeys. Absent: on this machine, at `http://localhost`.
   */
  publicUrl?: string;
  /** What leaves the journal, and when. Absent: nothing. */
  retention?: RetentionOptions;
  treasury?: TreasuryOptions;
  /** Where webhooks may go. Default: to public addresses, with TLS. */
  webhooks?: WebhookPolicy;
  router: RouterOptions;
  chains: readonly ChainOptions[];
  policy: Policy;
  /** What the guard admits. Absent: nothing, so that every swap waits for an approval. */
  guardPolicy?: GuardPolicy;
  /** Risks that the operator accepts by name. Default: none. */
  acceptedRisks?: readonly AcceptedRisk[];
  logger: Logger;
  /** Sends traces to an OTLP receiver over HTTP. Absent: nothing is traced. */
  tracing?: { endpoint: string };
  /** Aborts the start and closes everything opened so far. No effect after the start. */
  signal?: AbortSignal;
  /** Called with a description of each completed step of the start. */
  onStep?: (step: string) => void;
  /**
   * Called at every named point between two effects of a swap. Crash tests kill the process there.
   */
  checkpoint?: (point: Checkpoint) => Promise<void>;
}

export interface RouterOptions
  extends Omit<
      RouterClientOptions,
      'fetch' | 'random' | 'now' | 'logger' | 'budget' | 'publicKeyOf'
    >,
    TransportPolicy {
  /** Shared by all workers on one Redis. Absent: no limit. */
  callsPerMinute?: number;
  /** Providers that jobs may list in addition to the registry's. Absent: none. */
  additionalProviders?: readonly string[];
}
