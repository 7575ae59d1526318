import type { z } from 'zod';
import { addressOf } from '../../shared/endpoints/address-of.ts';
import {
  type Endpoint as CommonEndpoint,
  createLearningEndpoint,
  type EndpointOptions,
} from '../../shared/endpoints/endpoint.ts';
import { HttpStatusError, mapFailure } from '../../shared/endpoints/http-failure.ts';
import { isOverload } from '../../shared/endpoints/overload.ts';
import { readBounded } from '../../shared/endpoints/read-bounded.ts';
import type { TronChain } from '../formats/chain.ts';
import { type BroadcastAnswer, block, broadcastAnswer, refusal } from './answers.ts';
import { mapRefusal, saysThatItCannotSend } from './map-error.ts';

/** One full node's HTTP interface, with `wallet/` and `walletsolidity/` under one URL. */
export interface Endpoint extends CommonEndpoint {
  /**
   * Sends one request. Throws `RPC_UNAVAILABLE`, `RPC_UNSUPPORTED`, `RPC_MALFORMED`.
   * @param path such as `wallet/getblock`
   */
  read<Schema extends z.ZodType>(
    path: string,
    body: Readonly<Record<string, unknown>>,
    answer: Schema,
  ): Promise<z.output<Schema>>;
  /** Sends exactly these bytes by `broadcasthex` and returns the node's answer. */
  broadcast(bytes: string): Promise<BroadcastAnswer>;
}

export function createEndpoint(
  url: string,
  chain: Pick<TronChain, 'name' | 'genesis'>,
  options: EndpointOptions,
): Endpoint {
  const { timeoutMs, fetch } = options;
  const base = new URL(url);
  const { host } = base;
  const { failed, answered, refused, accept, ...known } = createLearningEndpoint(
    host,
    networkFault,
    options,
  );

  async function networkFault(): Promise<string | undefined> {
    const { hash } = await read('wallet/getblock', { id_or_num: '0', detail: false }, block);
    if (hash === chain.genesis.toLowerCase()) return undefined;
    return `serves the network with genesis block ${hash}; ${chain.name} is configured with ${chain.genesis}`;
  }

  /** The timeout covers the body. Redirects are refused. */
  async function post(path: string, body: unknown): Promise<unknown> {
    const response = await fetch(addressOf(base, path), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await readBounded(response);
    if (!response.ok) throw new HttpStatusError(response.status, response.headers);
    return JSON.parse(text);
  }

  async function ask(path: string, body: unknown): Promise<unknown> {
    try {
      return await post(path, body);
    } catch (error) {
      const mapped = mapFailure(error, path, host);
      // A missing path counts as an answer: the node may serve other requests.
      if (mapped.code !== 'RPC_UNSUPPORTED') throw failed(mapped);
      answered();
      throw mapped;
    }
  }

  async function read<Schema extends z.ZodType>(
    path: string,
    body: unknown,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    const answer = await ask(path, body);
    const parsed = refusal.safeParse(answer);
    if (parsed.success) {
      const text = parsed.data.Error;
      const error = mapRefusal(text, path, host);
      if (isOverload({ text })) throw failed(error);
      answered();
      throw error;
    }
    return accept(answer, schema, { path });
  }

  return {
    ...known,
    read,
    async broadcast(bytes) {
      const path = 'wallet/broadcasthex';
      const answer = await read(path, { transaction: bytes.replace(/^0x/, '') }, broadcastAnswer);
      if (saysThatItCannotSend(answer)) failed(mapRefusal(answer.code ?? '', path, host));
      return answer;
    },
  };
}
