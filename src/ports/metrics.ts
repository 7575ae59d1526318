import type { ChainName } from '../core/swap/chains.ts';
import type { ErrorCode } from '../errors/codes.ts';
import type { BroadcastOutcome, EndpointState } from './chain-adapter.ts';
import type { RouterEndpoint } from './router.ts';
import type { AttemptRecord } from './stores/webhook-store.ts';

/** Metrics for operators. Labels are bounded: no ids, addresses or hashes. */
export interface Metrics {
  /** Signed bytes were sent to a chain endpoint. */
  attemptSent(chain: ChainName, outcome: BroadcastOutcome['kind']): void;
  /** A swap's call to the routing service returned `ok` or an error code, after so many seconds. */
  routerCalled(endpoint: RouterEndpoint, outcome: 'ok' | ErrorCode, seconds: number): void;
  rpcFailed(chain: ChainName, code: ErrorCode): void;
  /** Reports the chain's endpoint states on every scrape from now on. */
  watchEndpoints(chain: ChainName, states: () => readonly EndpointState[]): void;
  /** The signing log has a new entry on disk, or could not write it, after so many seconds. */
  signingLogged(outcome: 'ok' | 'failed', seconds: number): void;
  /** An attempt to deliver to a webhook is recorded, and this follows. */
  webhookAttempted(next: AttemptRecord['next']['kind']): void;
  /**
   * The API has answered a request.
   * @param route as the API declares it, such as `/v1/swaps/{id}`, or `other`
   */
  requestAnswered(
    request: { method: string; route: string; status: number },
    seconds: number,
  ): void;
  /** The API has refused a request of a key that made too many. */
  requestLimited(): void;
  /**
   * All metrics in the Prometheus text format. Does not throw if the journal is down:
   * `ferryman_journal_up` reports it.
   */
  expose(): Promise<{ contentType: string; text: string }>;
}
