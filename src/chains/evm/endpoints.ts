import { http } from 'viem';
import type { z } from 'zod';
import type { Chain } from '../../core/chains.ts';
import type { ErrorCode } from '../../errors/codes.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { quantity } from './answers.ts';
import { mapRpcError } from './map-error.ts';
import { wholeResponse } from './whole-response.ts';

/** One JSON-RPC endpoint of the chain. */
export interface Endpoint {
  /** Without path, query or credentials: fit for logs and evidence. */
  readonly host: string;
  /**
   * Asks, in one HTTP request with whatever else is asked at the same moment. Throws `RPC_UNAVAILABLE`, `RPC_UNSUPPORTED`,
   * `RPC_MALFORMED`, `TRANSACTION_REVERTS`, `INSUFFICIENT_GAS`.
   */
  read<Schema extends z.ZodType>(method: string, params: readonly unknown[], answer: Schema): Promise<z.output<Schema>>;
  /** The same in an HTTP request of its own: for slow questions, which would hold up the others. */
  readAlone<Schema extends z.ZodType>(
    method: string,
    params: readonly unknown[],
    answer: Schema,
  ): Promise<z.output<Schema>>;
  /** `eth_sendRawTransaction`, alone; answer and errors as they come. */
  sendRaw(bytes: string): Promise<unknown>;
  /** Checks once a minute, and after a failure, that the chain is the configured one. Throws `RPC_WRONG_CHAIN`. */
  verify(): Promise<void>;
}

export interface Endpoints {
  /** The one that answered last comes first. */
  inOrder(): readonly Endpoint[];
  /** Runs a whole question on one endpoint, so that its answers fit together; on the next one where that fails. */
  first<T>(run: (endpoint: Endpoint) => Promise<T>): Promise<T>;
}

export interface EndpointsOptions {
  chain: Pick<Chain, 'name' | 'chainId'>;
  /** Asked in this order; an endpoint that answered is asked first from then on. */
  rpcUrls: readonly string[];
  timeoutMs: number;
  fetch: typeof fetch;
}

/** Faults of an endpoint, as opposed to what the chain says: another endpoint may do. */
const endpointFaults: ReadonlySet<ErrorCode> = new Set([
  'RPC_UNAVAILABLE',
  'RPC_UNSUPPORTED',
  'RPC_MALFORMED',
  'RPC_WRONG_CHAIN',
  'RPC_BEHIND',
]);

/** Milliseconds for which an endpoint's chain id is not asked again. */
const verifyEvery = 60_000;

/** Questions per HTTP request; the common providers take at least this many. */
const batchSize = 100;

export function createEndpoints(options: EndpointsOptions): Endpoints {
  if (options.rpcUrls.length === 0) throw new FerrymanError('CONFIG_INVALID', `${options.chain.name} has no endpoint`);
  const all = options.rpcUrls.map((url) => createEndpoint(url, options));
  let preferred = all[0];
  const inOrder = (): Endpoint[] => [...all].sort((a, b) => Number(b === preferred) - Number(a === preferred));
  return {
    inOrder,
    async first(run) {
      let firstFault: FerrymanError | undefined;
      for (const endpoint of inOrder()) {
        try {
          await endpoint.verify();
          const result = await run(endpoint);
          preferred = endpoint;
          return result;
        } catch (error) {
          if (!isEndpointFault(error)) throw error;
          firstFault ??= error;
        }
      }
      throw firstFault ?? new FerrymanError('RPC_UNAVAILABLE', `${options.chain.name} has no endpoint`);
    },
  };
}

export function isEndpointFault(error: unknown): error is FerrymanError {
  return error instanceof FerrymanError && endpointFaults.has(error.code);
}

function createEndpoint(url: string, { chain, timeoutMs, fetch }: EndpointsOptions): Endpoint {
  const { host } = new URL(url);
  const config = {
    retryCount: 0,
    timeout: timeoutMs,
    fetchFn: wholeResponse(fetch),
    maxResponseBodySize: false,
  } as const;
  const batched = http(url, { ...config, batch: { batchSize } })({ retryCount: 0 });
  const single = http(url, config)({ retryCount: 0 });
  /** Until when the chain id that was read is believed: what answers at an address can change unnoticed. */
  let verifiedUntil = 0;

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
      const mapped = mapRpcError(error, method, host);
      if (mapped.code === 'RPC_UNAVAILABLE') verifiedUntil = 0;
      throw mapped;
    }
    const parsed = schema.safeParse(answer);
    if (parsed.success) return parsed.data;
    const at = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new FerrymanError('RPC_MALFORMED', `${host} answers ${method} unreadably${at && `, at ${at}`}`, {
      details: { host, method },
    });
  }

  const endpoint: Endpoint = {
    host,
    read: (method, params, schema) => ask(batched, method, params, schema),
    readAlone: (method, params, schema) => ask(single, method, params, schema),
    sendRaw: (bytes) => single.request({ method: 'eth_sendRawTransaction', params: [bytes] }),
    async verify() {
      if (Date.now() < verifiedUntil) return;
      const chainId = await endpoint.read('eth_chainId', [], quantity);
      if (chainId !== BigInt(chain.chainId)) {
        const message = `${host} serves chain id ${chainId}; ${chain.name} is configured as ${chain.chainId}`;
        throw new FerrymanError('RPC_WRONG_CHAIN', message, { details: { host } });
      }
      verifiedUntil = Date.now() + verifyEvery;
    },
  };
  return endpoint;
}
