import { http } from 'viem';
import type { z } from 'zod';
import type { Chain } from '../../core/chains.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { Clock } from '../../ports/clock.ts';
import { quantity } from './answers.ts';
import { mapRpcError } from './map-error.ts';
import { type EndpointFacts, isResting, restAfter } from './rank-endpoints.ts';
import { wholeResponse } from './whole-response.ts';

/** One JSON-RPC endpoint of the chain. */
export interface Endpoint {
  /** Without path, query or credentials: fit for logs and evidence. */
  readonly host: string;
  readonly facts: Readonly<EndpointFacts>;
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
  /** To be called before anything is asked. Checks once a minute, and after a failure, that the chain is the configured one. Throws `RPC_WRONG_CHAIN`. */
  verify(): Promise<void>;
  /** Whether it is to be left alone for now, as it has failed. */
  isResting(): boolean;
  /**
   * Takes note of its newest block and that block's time. Returns how old the block is, in milliseconds. Throws `RPC_BEHIND` where other
   * endpoints of the chain are too far ahead.
   */
  saw(block: { number: bigint; timestamp: bigint }): number;
}

export interface EndpointOptions {
  chain: Pick<Chain, 'name' | 'chainId'>;
  timeoutMs: number;
  fetch: typeof fetch;
  now: Clock['now'];
  /** Compares with the other endpoints of the chain. */
  requireNotBehind(endpoint: Pick<Endpoint, 'host' | 'facts'>): void;
}

/** Milliseconds for which an endpoint's chain id is not asked again. */
const verifyEvery = 60_000;

/** Questions per HTTP request; the common providers take at least this many. */
const batchSize = 100;

/** JSON-RPC codes that say "too much": EIP-1474's, and the HTTP status that some put there. */
const limitCodes: readonly unknown[] = [-32005, 429];

export function createEndpoint(url: string, options: EndpointOptions): Endpoint {
  const { chain, timeoutMs, fetch, now, requireNotBehind } = options;
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
  const facts: EndpointFacts = { failures: 0, restsUntil: 0 };

  function rest(retryAfter?: number): void {
    facts.failures += 1;
    facts.restsUntil = now() + restAfter(facts.failures, retryAfter);
  }

  function failed(error: FerrymanError): FerrymanError {
    verifiedUntil = 0;
    facts.error = error.code;
    if (!endpoint.isResting()) rest(error.retryAfter);
    return error;
  }

  function answered(): void {
    facts.failures = 0;
    facts.restsUntil = 0;
    delete facts.error;
  }

  /** A refusal is an answer: to another question the endpoint may say something else. */
  function learn(error: FerrymanError): FerrymanError {
    const { rpcCode } = error.details;
    if (rpcCode === undefined || limitCodes.includes(rpcCode)) return failed(error);
    answered();
    return error;
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
      throw learn(mapRpcError(error, method, host));
    }
    const parsed = schema.safeParse(answer);
    if (!parsed.success) {
      const at = parsed.error.issues[0]?.path.join('.') ?? '';
      const message = `${host} answers ${method} unreadably${at && `, at ${at}`}`;
      throw failed(new FerrymanError('RPC_MALFORMED', message, { details: { host, method } }));
    }
    answered();
    return parsed.data;
  }

  const endpoint: Endpoint = {
    host,
    facts,
    read: (method, params, schema) => ask(batched, method, params, schema),
    readAlone: (method, params, schema) => ask(single, method, params, schema),
    async sendRaw(bytes) {
      try {
        return await single.request({ method: 'eth_sendRawTransaction', params: [bytes] });
      } catch (error) {
        learn(mapRpcError(error, 'eth_sendRawTransaction', host));
        throw error;
      }
    },
    async verify() {
      if (now() < verifiedUntil) return;
      const { failures } = facts;
      // Who finds it rested tries it; all others leave it alone until that one knows more.
      if (facts.failures > 0 && !endpoint.isResting()) rest();
      const chainId = await endpoint.read('eth_chainId', [], quantity);
      if (chainId !== BigInt(chain.chainId)) {
        const message = `${host} serves chain id ${chainId}; ${chain.name} is configured as ${chain.chainId}`;
        // That it answered makes it no better.
        facts.failures = failures;
        throw failed(new FerrymanError('RPC_WRONG_CHAIN', message, { details: { host } }));
      }
      verifiedUntil = now() + verifyEvery;
    },
    isResting: () => isResting(facts, now()),
    saw({ number: latest, timestamp }) {
      const at = now();
      const age = at - Number(timestamp) * 1_000;
      facts.head = { latest, at, age };
      requireNotBehind(endpoint);
      return age;
    },
  };
  return endpoint;
}
