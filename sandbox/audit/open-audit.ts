import type { PlaceName, SandboxChainName, SandboxEndpoints } from '../endpoints.ts';
import type { ChainAddress } from '../notation.ts';
import type { AuditAccount, AuditOpening, BookedAccount } from './audit-types.ts';
import { createAuditReader } from './create-audit-reader.ts';
import { bookAddress, endpointsOf } from './notation.ts';

interface OpenOptions {
  readonly chains: SandboxEndpoints['chains'];
  /** Every account to audit: source wallets and receivers, each on its chain. */
  readonly accounts: readonly AuditAccount[];
}

/** Opens the audit: reads the current balances of all accounts. */
export async function openAudit({ chains, accounts }: OpenOptions): Promise<AuditOpening> {
  const booked = accounts.map(({ chain, address }) => ({
    chain,
    address: bookAddress(chains, chain, address),
  }));
  const names = Object.keys(chains) as SandboxChainName[];
  const snapshots = names.map(async (chain) => {
    const reader = await createAuditReader(chain, endpointsOf(chains, chain));
    return reader.takeSnapshot(accountsOn(booked, chain));
  });
  return { chains, accounts: booked, snapshots: await Promise.all(snapshots) };
}

/** The addresses to read on one chain, without duplicates. */
export function accountsOn(accounts: readonly BookedAccount[], chain: PlaceName): ChainAddress[] {
  return [
    ...new Set(accounts.filter((account) => account.chain === chain).map(({ address }) => address)),
  ];
}
