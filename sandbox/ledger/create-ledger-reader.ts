import type { SandboxChainEndpoints, SandboxChainName } from '../endpoints.ts';
import { evmReader } from './evm-reader.ts';
import type { LedgerReader } from './ledger-reader.ts';
import { tronReader } from './tron-reader.ts';

export function createLedgerReader(chain: SandboxChainName, endpoints: SandboxChainEndpoints): LedgerReader {
  return endpoints.family === 'evm' ? evmReader(chain, endpoints) : tronReader(chain, endpoints);
}
