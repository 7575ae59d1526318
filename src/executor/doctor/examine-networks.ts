import type { DoctorCheck, DoctorNetwork } from '../../core/doctor/doctor-report.ts';
import { describeIdentity } from '../../core/gate/judge-network.ts';
import type { Gate, NetworkReport } from '../../ports/gate.ts';
import { describeNetwork } from '../gate/network-readiness.ts';

/** What the gate demands of each chain's network, and what its endpoints show. */
export async function examineNetworks(
  gate: Gate,
): Promise<{ checks: DoctorCheck[]; networks: DoctorNetwork[] }> {
  const reports = await gate.report();
  return {
    checks: reports.flatMap(checksOf),
    networks: reports.map(describeNetwork),
  };
}

function checksOf(report: NetworkReport): DoctorCheck[] {
  const { chain, proofs, faults } = report;
  const about = { area: 'network', subject: chain } as const;
  const silent = proofs.flatMap((proof): DoctorCheck[] =>
    proof.kind === 'proven'
      ? []
      : [
          {
            ...about,
            subject: `${proof.host} of ${chain}`,
            code: 'NETWORK_PROVEN',
            // The endpoint's own check is the fault.
            status: 'warning',
            message: proof.reason,
            fix: 'Correct the endpoint, or remove it. Meanwhile the others decide which network it is.',
          },
        ],
  );
  if (faults.length === 0)
    return [{ ...about, code: 'OPEN', status: 'ok', message: openBy(report) }, ...silent];
  return [
    ...faults.map(
      ({ condition, message, fix }): DoctorCheck => ({
        ...about,
        code: condition,
        status: 'fault',
        message,
        fix,
      }),
    ),
    ...silent,
  ];
}

function openBy({ standing }: NetworkReport): string {
  switch (standing.kind) {
    case 'exempt':
      return `${standing.network.kind === 'sandbox' ? 'a network of the sandbox' : 'a test network'} (${standing.network.title}): Ferryman signs there without further conditions`;
    case 'real':
      return `a network whose coins count as real (${describeIdentity(standing.network)}): all conditions hold`;
    case 'unproven':
    case 'contradicted':
      return 'open';
  }
}
