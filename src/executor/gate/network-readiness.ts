import type { NetworkReport } from '../../ports/gate.ts';

/** Whether Ferryman signs on a chain's network, as `/readyz` and the doctor show it. */
export interface NetworkReadiness {
  chain: NetworkReport['chain'];
  /** `real`: its coins have value, or the registry does not list it as a test network. */
  kind: NetworkReport['standing']['kind'];
  /** Whether Ferryman signs there. */
  open: boolean;
  missing: NetworkReport['faults'];
}

export function describeNetwork({ chain, standing, faults }: NetworkReport): NetworkReadiness {
  return { chain, kind: standing.kind, open: faults.length === 0, missing: faults };
}
