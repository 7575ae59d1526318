import type { GateFault } from '../core/gate/conditions.ts';
import type { NetworkStanding } from '../core/gate/judge-network.ts';
import type { ChainName } from '../core/swap/chains.ts';
import type { Reason } from '../core/swap/swap.ts';
import type { EndpointProof } from './network-proof.ts';

/** Keeps signatures from real networks until all that they demand holds. */
export interface Gate {
  /** Whether this process signs or asks a signer to, so that a closed gate keeps it from its work. */
  readonly signs: boolean;
  /**
   * Why nothing new may be signed on a chain now. Asks the endpoints if they have not shown lately
   * which network they serve. A chain that is not configured is not the gate's matter.
   */
  stopOn(chain: ChainName): Promise<Reason | undefined>;
  /**
   * Why not even a cancel may be signed: no endpoint has shown its network, or one shows another
   * network than the configured one.
   */
  strangeNetworkOf(chain: ChainName): Promise<Reason | undefined>;
  /** Every configured chain, in their order. */
  report(): Promise<readonly NetworkReport[]>;
}

/** Whether Ferryman signs on a chain's network, and what is missing if not. */
export interface NetworkReport {
  chain: ChainName;
  standing: NetworkStanding;
  proofs: readonly EndpointProof[];
  /** Empty: it is open. */
  faults: readonly GateFault[];
}
