import { getAddress } from 'viem';
import type { SandboxChainName, SandboxEndpoints } from '../endpoints.ts';
import { createLedgerClient } from './ledger-client.ts';
import type { LedgerAccount, LedgerOpening } from './ledger-types.ts';
import { takeSnapshot } from './take-snapshot.ts';

interface OpenOptions {
  readonly chains: SandboxEndpoints['chains'];
  /** Everyone whose money is to be explained: source wallets and receivers, each on its chain. */
  readonly accounts: readonly LedgerAccount[];
}

/** Opens the books: reads what all accounts have now. */
export async function openLedger({ chains, accounts }: OpenOptions): Promise<LedgerOpening> {
  const names = Object.keys(chains) as SandboxChainName[];
  const snapshots = names.map((chain) =>
    takeSnapshot({
      chain,
      endpoints: chains[chain],
      client: createLedgerClient(chains[chain]),
      accounts: accountsOn(accounts, chain),
    }),
  );
  return { chains, accounts, snapshots: await Promise.all(snapshots) };
}

/** The addresses to be read on one chain, each once. */
export function accountsOn(accounts: readonly LedgerAccount[], chain: SandboxChainName) {
  const addresses = accounts.filter((account) => account.chain === chain).map(({ address }) => getAddress(address));
  return [...new Set(addresses)];
}
