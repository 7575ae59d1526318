import type { GateFault } from '../gate/conditions.ts';

/** One thing that the doctor looked at. */
export interface DoctorCheck {
  area: 'configuration' | 'network' | 'endpoint' | 'wallet' | 'router';
  /** What was looked at, such as `ETH`, or `rpc.example of ETH`. */
  subject: string;
  /** A stable name of the check, such as `TWO_HOSTS`. */
  code: string;
  /** `warning`: Ferryman works, and can see or do less. */
  status: 'ok' | 'warning' | 'fault';
  message: string;
  /** What to do. Present unless the status is `ok`. */
  fix?: string;
}

export interface DoctorReport {
  /** Nothing is at fault. There may be warnings. */
  ok: boolean;
  checks: readonly DoctorCheck[];
  /** Whether Ferryman signs on each chain's network. */
  networks: readonly DoctorNetwork[];
}

export interface DoctorNetwork {
  chain: string;
  kind: 'exempt' | 'real' | 'unproven' | 'contradicted';
  open: boolean;
  missing: readonly GateFault[];
}

export function reportOf(
  checks: readonly DoctorCheck[],
  networks: readonly DoctorNetwork[],
): DoctorReport {
  return { ok: checks.every(({ status }) => status !== 'fault'), checks, networks };
}
