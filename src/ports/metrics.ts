import type { ChainName } from '../core/swap/chains.ts';
import type { ErrorCode } from '../errors/codes.ts';
import type { BroadcastOutcome, EndpointState } from './chain-adapter.ts';
import type { RouterEndpoint } from './router.ts';

/** What is counted for operators. Labels are bounded: no ids, addresses or hashes. */
export interface Metrics {
  /** Signed bytes were handed to a chain endpoint. */
  attemptSent(chain: ChainName, outcome: BroadcastOutcome['kind']): void;
  /** A swap's call to the routing service: `ok`, or the code of the error. */
  routerCalled(endpoint: RouterEndpoint, outcome: 'ok' | ErrorCode): void;
  rpcFailed(chain: ChainName, code: ErrorCode): void;
  /** From now on the chain's endpoints are shown, as they are whenever metrics are asked for. */
  watchEndpoints(chain: ChainName, states: () => readonly EndpointState[]): void;
  /**
   * Everything, in the Prometheus text format. Does not throw when the journal is away:
   * `ferryman_journal_up` says so.
   */
  expose(): Promise<{ contentType: string; text: string }>;
}
