import {
  type Address,
  createPublicClient,
  createTestClient,
  defineChain,
  type Hash,
  type Hex,
  rpcSchema,
  webSocket,
} from 'viem';
import type { ChainDefinition } from '../chains/chain-catalogue.ts';

/** A viem client of one sandbox chain, without a cache. */
export type ChainClient = ReturnType<typeof createChainClient>;

export function createChainClient(definition: ChainDefinition, rpcUrl: string) {
  const chain = defineChain({
    id: definition.chainId,
    name: `Sandbox ${definition.title}`,
    nativeCurrency: definition.native,
    rpcUrls: { default: { http: [rpcUrl], webSocket: [rpcUrl.replace(/^http/, 'ws')] } },
  });
  // A sandbox polls sixty times a second, also when idle. A persistent connection reduces the cost
  // to a quarter.
  return createPublicClient({ chain, transport: webSocket(), cacheTime: 0 });
}

/**
 * Closes the connection of a client and of the engine client made from it. Pending requests fail.
 */
export async function disconnect({ transport }: ChainClient): Promise<void> {
  const { close } = await transport.getRpcClient();
  close();
}

/** A call that the engine executes from the named sender, without a signature. */
export interface EngineCall {
  readonly from: Address;
  readonly to: Address;
  readonly value: Hex;
  readonly data: Hex;
  readonly gas: Hex;
}

/** The result of one call with its subcalls, as the engine's `callTracer` reports it. */
export interface CallFrame {
  readonly type: string;
  readonly from: Address;
  readonly to?: Address;
  readonly value?: Hex;
  readonly gasUsed: Hex;
  readonly output?: Hex;
  readonly error?: string;
  readonly calls?: readonly CallFrame[];
  readonly logs?: readonly {
    readonly address: Address;
    readonly topics?: readonly Hex[];
    readonly data?: Hex;
  }[];
}

/** Engine requests without a viem action. */
type EngineRequests = [
  { Method: 'anvil_dropAllTransactions'; Parameters: []; ReturnType: null },
  { Method: 'anvil_reorg'; Parameters: [depth: number, transactions: []]; ReturnType: null },
  { Method: 'eth_getRawTransactionByHash'; Parameters: [hash: Hash]; ReturnType: Hex | null },
  { Method: 'eth_sendRawTransaction'; Parameters: [bytes: Hex]; ReturnType: Hash },
  {
    Method: 'eth_sendTransaction';
    Parameters: [call: EngineCall & { readonly gasPrice: Hex }];
    ReturnType: Hash;
  },
  {
    Method: 'debug_traceTransaction';
    Parameters: [hash: Hash, options: object];
    ReturnType: CallFrame;
  },
  {
    Method: 'debug_traceCall';
    Parameters: [call: EngineCall, blockNumber: Hex, options: object];
    ReturnType: CallFrame;
  },
  {
    Method: 'evm_mine_detailed';
    Parameters: [];
    ReturnType: readonly { readonly number: Hex; readonly transactions: readonly unknown[] }[];
  },
  { Method: 'evm_setTime'; Parameters: [seconds: number]; ReturnType: number },
];

/** A client for the requests that only a local engine serves. */
export type EngineClient = ReturnType<typeof createEngineClient>;

export function createEngineClient({ chain }: ChainClient) {
  return createTestClient({
    mode: 'anvil',
    chain,
    transport: webSocket(undefined, { retryCount: 0 }),
    rpcSchema: rpcSchema<EngineRequests>(),
  });
}
