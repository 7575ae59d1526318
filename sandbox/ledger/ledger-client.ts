import { createPublicClient, http } from 'viem';
import type { SandboxChainEndpoints } from '../endpoints.ts';
import { SandboxError } from '../sandbox-error.ts';

/** The ledger's own connection: it shares nothing with what it checks. */
export type LedgerClient = ReturnType<typeof createLedgerClient>;

export function createLedgerClient({ chainId, rpcUrls: [url] }: SandboxChainEndpoints) {
  if (url === undefined) throw new SandboxError('bad-option', `Chain ${chainId} has no RPC address.`);
  return createPublicClient({ transport: http(url, { batch: { batchSize: 100 } }), cacheTime: 0 });
}
