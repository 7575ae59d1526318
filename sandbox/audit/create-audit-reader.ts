import type { SandboxChainEndpoints, SandboxChainName } from '../endpoints.ts';
import type { AuditReader } from './audit-reader.ts';
import { bitcoinReader } from './bitcoin-reader.ts';
import { evmReader } from './evm-reader.ts';
import { tronReader } from './tron-reader.ts';

/** Connects to a chain. Loads the libraries of Solana and TON only if the audit covers these. */
export async function createAuditReader(
  chain: SandboxChainName,
  endpoints: SandboxChainEndpoints,
): Promise<AuditReader> {
  switch (endpoints.family) {
    case 'evm':
      return evmReader(chain, endpoints);
    case 'tron':
      return tronReader(chain, endpoints);
    case 'solana':
      return (await import('./solana-reader.ts')).solanaReader(chain, endpoints);
    case 'ton':
      return (await import('./ton-reader.ts')).tonReader(chain, endpoints);
    case 'bitcoin':
      return bitcoinReader(chain, endpoints);
  }
}
