import type { DoctorCheck } from '../../core/doctor/doctor-report.ts';
import type { ChainAdapter } from '../../ports/chain-adapter.ts';
import type { EndpointFinding } from '../../ports/endpoint-examination.ts';

/** What each endpoint gives of what Ferryman needs. */
export async function examineEndpoints(chains: readonly ChainAdapter[]): Promise<DoctorCheck[]> {
  const found = await Promise.all(
    chains.map(async (adapter) => {
      const findings = await adapter.examine();
      return findings.map((finding) => checkOf(adapter.chain.name, finding));
    }),
  );
  return found.flat();
}

const statuses = { met: 'ok', limited: 'warning', missing: 'fault' } as const;

function checkOf(
  chain: string,
  { host, need, status, message, fix }: EndpointFinding,
): DoctorCheck {
  return {
    area: 'endpoint',
    subject: `${host} of ${chain}`,
    code: need,
    status: statuses[status],
    message,
    ...(fix === undefined ? {} : { fix }),
  };
}
