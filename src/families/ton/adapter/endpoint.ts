import type { z } from 'zod';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { addressOf } from '../../shared/endpoints/address-of.ts';
import {
  type Endpoint as CommonEndpoint,
  createLearningEndpoint,
  type EndpointOptions,
} from '../../shared/endpoints/endpoint.ts';
import { HttpStatusError, mapFailure } from '../../shared/endpoints/http-failure.ts';
import { isOverload } from '../../shared/endpoints/overload.ts';
import { readBounded } from '../../shared/endpoints/read-bounded.ts';
import type { TonChain } from '../formats/chain.ts';
import { parseTonHash } from '../formats/hash.ts';
import { envelope, masterchainInfo } from './answers.ts';

/** One server of toncenter's HTTP API, version 2. Its URL ends before `/jsonRPC`. */
export interface Endpoint extends CommonEndpoint {
  /** Sends one request. Throws `RPC_UNAVAILABLE`, `RPC_UNSUPPORTED`, `RPC_MALFORMED`. */
  read<Schema extends z.ZodType>(
    method: string,
    params: Readonly<Record<string, unknown>>,
    answer: Schema,
  ): Promise<z.output<Schema>>;
  /** `sendBoc` with exactly these bytes, 0x hex. `reason`: the server's text if it refuses them. */
  send(bytes: string): Promise<{ ok: true } | { ok: false; reason: string }>;
}

type Answer = z.output<typeof envelope>;
type Refusal = Extract<Answer, { ok: false }>;

/** The server has no such method (toncenter: 404 and 405; `Unknown method`). */
const unknownMethodCodes: readonly number[] = [404, 405, 501];
/** The server limits requests, or its node is down. */
const overloadStatuses: readonly number[] = [429, 503, 504];

export function createEndpoint(
  url: string,
  chain: Pick<TonChain, 'name' | 'genesis'>,
  options: EndpointOptions,
): Endpoint {
  const { timeoutMs, fetch } = options;
  const base = new URL(url);
  const { host } = base;
  const { failed, answered, accept, ...known } = createLearningEndpoint(
    host,
    networkFault,
    options,
  );

  async function networkFault(): Promise<string | undefined> {
    const { genesis } = await read('getMasterchainInfo', {}, masterchainInfo);
    if (genesis === parseTonHash(chain.genesis)) return undefined;
    return `serves the network whose zero state is ${genesis}; ${chain.name} is configured as that of ${chain.genesis}`;
  }

  /**
   * The timeout includes reading the body. A redirect is an error. toncenter reports a refusal in
   * the envelope and in the HTTP status.
   */
  async function post(method: string, params: unknown): Promise<Answer> {
    const response = await fetch(addressOf(base, 'jsonRPC'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: '1', method, params }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await readBounded(response);
    const answer = envelope.safeParse(parseJson(text));
    if (answer.success && !overloadStatuses.includes(response.status)) return answer.data;
    throw new HttpStatusError(response.status, response.headers);
  }

  async function ask(method: string, params: unknown): Promise<Answer> {
    let answer: Answer;
    try {
      answer = await post(method, params);
    } catch (error) {
      throw failed(mapFailure(error, method, host));
    }
    if (!answer.ok && isAboutTheServer(answer)) {
      const message = `${host} does not answer ${method}: ${answer.error.slice(0, 200)}`;
      throw failed(new FerrymanError('RPC_UNAVAILABLE', message, { details: { host, method } }));
    }
    return answer;
  }

  function refusalOf({ error, code }: Refusal, method: string): FerrymanError {
    return new FerrymanError(
      unknownMethodCodes.includes(code) ? 'RPC_UNSUPPORTED' : 'RPC_UNAVAILABLE',
      `${host} refuses ${method}: ${error.slice(0, 200)}`,
      { details: { host, method, rpcCode: code } },
    );
  }

  async function read<Schema extends z.ZodType>(
    method: string,
    params: unknown,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    const answer = await ask(method, params);
    if (answer.ok) return accept(answer.result, schema, { method });
    answered();
    throw refusalOf(answer, method);
  }

  return {
    ...known,
    read,
    async send(bytes) {
      const boc = Buffer.from(bytes.slice(2), 'hex').toString('base64');
      const answer = await ask('sendBoc', { boc });
      answered();
      return answer.ok ? { ok: true } : { ok: false, reason: answer.error };
    },
  };
}

/** A limit of requests, or a node of the server that does not answer, also with HTTP status 200. */
function isAboutTheServer({ error, code }: Refusal): boolean {
  return overloadStatuses.includes(code) || isOverload({ code, text: error });
}

/** Whether the server answered with a refusal. It may still answer other requests. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof FerrymanError &&
    error.code === 'RPC_UNAVAILABLE' &&
    error.details.rpcCode !== undefined
  );
}

/** `undefined` for invalid JSON. No schema accepts it. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
