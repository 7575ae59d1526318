import { type DoctorReport, reportOf } from '../../core/doctor/doctor-report.ts';
import type { ChainAdapter } from '../../ports/chain-adapter.ts';
import type { Gate } from '../../ports/gate.ts';
import type { WalletDraft } from '../../ports/stores/wallet-store.ts';
import { examineEndpoints } from './examine-endpoints.ts';
import { examineGas } from './examine-gas.ts';
import { examineNetworks } from './examine-networks.ts';
import { examineRouter, type Listings } from './examine-router.ts';

interface Examined {
  chains: readonly ChainAdapter[];
  gate: Gate;
  /** Absent: of a signer of its own, which asks the routing service nothing. */
  listings?: Listings;
  wallets: readonly WalletDraft[];
}

/** Looks at everything that Ferryman needs. Changes and signs nothing. */
export async function examine({
  chains,
  gate,
  listings,
  wallets,
}: Examined): Promise<DoctorReport> {
  // The endpoints first: their rates are measured while nothing else asks them.
  const endpoints = await examineEndpoints(chains, wallets);
  const [networks, gas, router] = await Promise.all([
    examineNetworks(gate),
    examineGas(chains, wallets),
    listings === undefined
      ? []
      : examineRouter(
          listings,
          chains.map(({ chain }) => chain),
        ),
  ]);
  return reportOf([...networks.checks, ...endpoints, ...gas, ...router], networks.networks);
}
