import type { z } from 'zod';
import { FerrymanError } from '../../../../errors/ferryman-error.ts';
import {
  type Endpoint as CommonEndpoint,
  createLearningEndpoint,
  type EndpointOptions,
} from '../../../shared/endpoints/endpoint.ts';
import { HttpStatusError, mapFailure } from '../../../shared/endpoints/http-failure.ts';
import { readBounded } from '../../../shared/endpoints/read-bounded.ts';
import { type BitcoinChain, bitcoindPrefix } from '../../formats/chain.ts';
import { networkFaultOf } from '../endpoint.ts';
import { envelope, hash, indexInfo } from './answers.ts';
import { createLimiter } from './create-limiter.ts';
import { isWarmingUp, mapRefusal, neededOptions, type Refusal } from './refusal.ts';

/** The JSON-RPC of one bitcoind. */
export interface BitcoindNode extends CommonEndpoint {
  /** Timeout of one call, in milliseconds. */
  readonly timeoutMs: number;
  /** Calls a method. Throws `RPC_UNAVAILABLE`, `RPC_UNSUPPORTED`, `RPC_BEHIND`, `RPC_MALFORMED`. */
  ask<Schema extends z.ZodType>(
    method: string,
    params: readonly unknown[],
    answer: Schema,
    timeoutMs?: number,
  ): Promise<z.output<Schema>>;
  /** The same, but returns `undefined` for a refusal for which `isAbsent` is true. */
  find<Schema extends z.ZodType>(
    method: string,
    params: readonly unknown[],
    answer: Schema,
    isAbsent: (refusal: Refusal) => boolean,
  ): Promise<z.output<Schema> | undefined>;
  /** `sendrawtransaction`, with the node's own fee limit. `reason`: its text if it refuses. */
  send(hex: string): Promise<{ ok: true; txId: string } | { ok: false; reason: string }>;
}

/**
 * Concurrent calls. bitcoind has four RPC threads by default (`-rpcthreads`) and refuses calls that
 * wait too long.
 */
const maxConcurrent = 3;

type Answer = { ok: true; result: unknown } | { ok: false; refusal: Refusal };

/** @param url `bitcoind+http://user:password@host:port`, user and password percent-encoded */
export function createNode(
  url: string,
  chain: Pick<BitcoinChain, 'name' | 'genesis'>,
  options: EndpointOptions,
): BitcoindNode {
  const { timeoutMs, fetch } = options;
  const address = new URL(url.slice(bitcoindPrefix.length));
  const authorization = basic(address);
  // `fetch` refuses a URL with a password, and would print it in its errors.
  address.username = '';
  address.password = '';
  const { host } = address;
  const inTurn = createLimiter(maxConcurrent);
  const { failed, answered, refused, accept, ...known } = createLearningEndpoint(
    host,
    networkFault,
    options,
  );

  async function networkFault(): Promise<string | undefined> {
    const fault = networkFaultOf(chain, await ask('getblockhash', [0], hash));
    if (fault === undefined) await requireIndexes();
    return fault;
  }

  /** Without these indexes, the node would report unindexed data as absent. */
  async function requireIndexes(): Promise<void> {
    const indexes = await ask('getindexinfo', [], indexInfo);
    for (const name of ['txindex', 'basic block filter index']) {
      const index = indexes[name];
      if (index?.synced) continue;
      throw failed(
        index
          ? new FerrymanError('RPC_BEHIND', `${host} is still building its ${name}`, {
              details: { host, index: name },
            })
          : new FerrymanError('RPC_UNSUPPORTED', `${host} has no ${name}; ${neededOptions}`, {
              details: { host, index: name },
            }),
      );
    }
  }

  /**
   * The timeout includes reading the body. A redirect is an error. bitcoind sends refusals with an
   * HTTP error status.
   */
  async function post(
    method: string,
    params: readonly unknown[],
    limitMs: number,
  ): Promise<Answer> {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization },
      body: JSON.stringify({ jsonrpc: '1.0', id: 'ferryman', method, params }),
      redirect: 'error',
      signal: AbortSignal.timeout(limitMs),
    });
    const answer = envelope.safeParse(parseJson(await readBounded(response)));
    // A proxy may send other JSON with an error status. `null` is a valid result, so a result
    // counts only with a success status.
    if (!answer.success || !(response.ok || answer.data.error)) {
      throw new HttpStatusError(response.status, response.headers);
    }
    const { data } = answer;
    return data.error ? { ok: false, refusal: data.error } : { ok: true, result: data.result };
  }

  async function put(
    method: string,
    params: readonly unknown[],
    limitMs = timeoutMs,
  ): Promise<Answer> {
    try {
      return await inTurn(() => post(method, params, limitMs));
    } catch (error) {
      throw failed(isUnknownUser(error) ? unknownUser() : mapFailure(error, method, host));
    }
  }

  function unknownUser(): FerrymanError {
    return new FerrymanError(
      'RPC_UNAVAILABLE',
      `${host} refuses the user and password in its URL (HTTP 401)`,
      {
        details: { host },
      },
    );
  }

  function refusalOf(refusal: Refusal, method: string): FerrymanError {
    const error = mapRefusal(refusal, method, host);
    return isWarmingUp(refusal) ? failed(error) : refused(error);
  }

  async function ask<Schema extends z.ZodType>(
    method: string,
    params: readonly unknown[],
    schema: Schema,
    limitMs?: number,
  ): Promise<z.output<Schema>> {
    const answer = await put(method, params, limitMs);
    if (!answer.ok) throw refusalOf(answer.refusal, method);
    return accept(answer.result, schema, { method });
  }

  return {
    ...known,
    timeoutMs,
    ask,
    async find(method, params, schema, isAbsent) {
      const answer = await put(method, params);
      if (answer.ok) return accept(answer.result, schema, { method });
      if (!isAbsent(answer.refusal)) throw refusalOf(answer.refusal, method);
      answered();
      return undefined;
    },
    async send(hex) {
      const answer = await put('sendrawtransaction', [hex]);
      if (answer.ok)
        return { ok: true, txId: accept(answer.result, hash, { method: 'sendrawtransaction' }) };
      refusalOf(answer.refusal, 'sendrawtransaction');
      const reason = `sendrawtransaction RPC error: ${JSON.stringify(answer.refusal)}`;
      return { ok: false, reason };
    },
  };
}

function basic({ username, password }: URL): { authorization?: string } {
  if (username === '' && password === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

function isUnknownUser(error: unknown): boolean {
  return error instanceof HttpStatusError && error.status === 401;
}

/** `undefined` for invalid JSON. No schema accepts it. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
