import { http } from 'viem';
import type { z } from 'zod';
import {
  type Endpoint as CommonEndpoint,
  createLearningEndpoint,
  type EndpointOptions,
} from '../../shared/endpoints/endpoint.ts';
import { shareAnswer } from '../../shared/endpoints/share-answer.ts';
import type { EvmChain } from '../formats/chain.ts';
import { type Block, block, bytes as hexBytes, quantity } from './answers.ts';
import { mapRpcError } from './map-error.ts';
import { wholeResponse } from './whole-response.ts';

/** One JSON-RPC endpoint of the chain. */
export interface Endpoint extends CommonEndpoint {
  /**
   * Sends a JSON-RPC request, batched with others of the same moment. Throws `RPC_UNAVAILABLE`,
   * `RPC_UNSUPPORTED`, `RPC_MALFORMED`, `TRANSACTION_REVERTS`, `INSUFFICIENT_GAS`.
   */
  read<Schema extends z.ZodType>(
    method: string,
    params: readonly unknown[],
    answer: Schema,
  ): Promise<z.output<Schema>>;
  /** The same in an HTTP request of its own: slow requests would hold up the others of a batch. */
  readAlone<Schema extends z.ZodType>(
    method: string,
    params: readonly unknown[],
    answer: Schema,
  ): Promise<z.output<Schema>>;
  /**
   * The newest block; concurrent callers share one request. Throws `RPC_BEHIND` as well.
   * @param maxAge age in milliseconds up to which an earlier answer is reused. Default: no reuse
   */
  newest(maxAge?: number): Promise<Block>;
  /**
   * `eth_sendRawTransaction` in an HTTP request of its own. Throws the raw error, and
   * `RPC_MALFORMED`.
   */
  sendRaw(bytes: string): Promise<unknown>;
}

/** JSON-RPC requests per HTTP request. The common providers accept at least this many. */
const batchSize = 100;

export function createEndpoint(
  url: string,
  chain: Pick<EvmChain, 'name' | 'chainId'>,
  options: EndpointOptions,
): Endpoint {
  const { timeoutMs, fetch } = options;
  const { host } = new URL(url);
  const config = {
    retryCount: 0,
    timeout: timeoutMs,
    fetchFn: wholeResponse(fetch),
    maxResponseBodySize: false,
  } as const;
  const batched = http(url, { ...config, batch: { batchSize } })({ retryCount: 0 });
  const single = http(url, config)({ retryCount: 0 });
  const { failed, answered, refused, accept, ...known } = createLearningEndpoint(
    host,
    networkFault,
    options,
  );

  async function networkFault(): Promise<string | undefined> {
    const chainId = await ask(batched, 'eth_chainId', [], quantity);
    if (chainId === BigInt(chain.chainId)) return undefined;
    return `serves chain id ${chainId}; ${chain.name} is configured as ${chain.chainId}`;
  }

  async function ask<Schema extends z.ZodType>(
    transport: typeof batched,
    method: string,
    params: readonly unknown[],
    schema: Schema,
  ): Promise<z.output<Schema>> {
    let answer: unknown;
    try {
      answer = await transport.request({ method, params });
    } catch (error) {
      throw refused(mapRpcError(error, method, host));
    }
    return accept(answer, schema, { method });
  }

  async function askNewest(): Promise<Block> {
    const newest = await ask(batched, 'eth_getBlockByNumber', ['latest', false], block);
    known.saw({ number: newest.number, time: Number(newest.timestamp) * 1_000 });
    return newest;
  }

  return {
    ...known,
    newest: shareAnswer(askNewest, options.now),
    read: (method, params, schema) => ask(batched, method, params, schema),
    readAlone: (method, params, schema) => ask(single, method, params, schema),
    async sendRaw(bytes) {
      const method = 'eth_sendRawTransaction';
      let answer: unknown;
      try {
        answer = await single.request({ method, params: [bytes] });
      } catch (error) {
        refused(mapRpcError(error, method, host));
        throw error;
      }
      return accept(answer, hexBytes, { method });
    },
  };
}
