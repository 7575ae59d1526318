import type { DoctorCheck } from '../../core/doctor/doctor-report.ts';
import type { ChainAdapter } from '../../ports/chain-adapter.ts';
import type { EndpointFinding } from '../../ports/endpoint-examination.ts';
import type { WalletDraft } from '../../ports/stores/wallet-store.ts';

/** What each endpoint gives of what Ferryman needs. */
export async function examineEndpoints(
  chains: readonly ChainAdapter[],
  wallets: readonly WalletDraft[],
): Promise<DoctorCheck[]> {
  const found = await Promise.all(
    chains.map(async (adapter) => {
      const { family, name } = adapter.chain;
      const own = wallets.filter((wallet) => wallet.family === family);
      const findings = await adapter.examine(own.map(({ address }) => address));
      return findings.map((finding) => checkOf(name, finding));
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
