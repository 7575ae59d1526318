import { createPublicClient, createTestClient, defineChain, type Hash, type Hex, http, rpcSchema } from 'viem';
import type { ChainDefinition } from './chain-catalogue.ts';

/** A viem client of one sandbox chain; calls made at the same moment travel in one request, and nothing is cached. */
export type ChainClient = ReturnType<typeof createChainClient>;

export function createChainClient(definition: ChainDefinition, rpcUrl: string) {
  const chain = defineChain({
    id: definition.chainId,
    name: `Sandbox ${definition.title}`,
    nativeCurrency: definition.native,
    rpcUrls: { default: { http: [rpcUrl] } },
  });
  return createPublicClient({ chain, transport: http(rpcUrl, { batch: { batchSize: 200 } }), cacheTime: 0 });
}

/** What the engine answers to and viem has no action for. */
type EngineRequests = [
  { Method: 'anvil_reorg'; Parameters: [depth: number, transactions: []]; ReturnType: null },
  { Method: 'eth_getRawTransactionByHash'; Parameters: [hash: Hash]; ReturnType: Hex | null },
  { Method: 'eth_sendRawTransaction'; Parameters: [bytes: Hex]; ReturnType: Hash },
  { Method: 'evm_setTime'; Parameters: [seconds: number]; ReturnType: number },
];

/** A client of what only a local engine can do. */
export type EngineClient = ReturnType<typeof createEngineClient>;

export function createEngineClient({ chain, transport }: ChainClient) {
  return createTestClient({
    mode: 'anvil',
    chain,
    transport: http(transport.url, { retryCount: 0 }),
    rpcSchema: rpcSchema<EngineRequests>(),
  });
}
