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
  /** How long one question may take, in milliseconds. */
  readonly timeoutMs: number;
  /**
   * Asks one question. Throws `RPC_UNAVAILABLE`, `RPC_UNSUPPORTED`, `RPC_BEHIND`, `RPC_MALFORMED`.
   */
  ask<Schema extends z.ZodType>(
    method: string,
    params: readonly unknown[],
    answer: Schema,
    timeoutMs?: number,
  ): Promise<z.output<Schema>>;
  /** The same where what is asked for may not be there; which refusals say so. */
  find<Schema extends z.ZodType>(
    method: string,
    params: readonly unknown[],
    answer: Schema,
    isAbsent: (refusal: Refusal) => boolean,
  ): Promise<z.output<Schema> | undefined>;
  /**
   * `sendrawtransaction`, with the node's own limit of what a transaction may pay; what it says
   * where it does not take it.
   */
  send(hex: string): Promise<{ ok: true; txId: string } | { ok: false; said: string }>;
}

/**
 * Questions at a time: bitcoind has four threads for them unless it is told otherwise
 * (`-rpcthreads`), and refuses what waits too long.
 */
const atOnce = 3;

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
  // `fetch` takes no address with a password in it, and would tell it in its errors.
  address.username = '';
  address.password = '';
  const { host } = address;
  const inTurn = createLimiter(atOnce);
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

  /** Without them it would say of what it has not looked at that it is not there. */
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
   * The body is read within the time of the question, and a redirect is no answer. Refusals come
   * with HTTP statuses of their own.
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
    // What stands before a node says things of its own, and null is an answer: a result comes with
    // 200.
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
      `${host} refuses the user and password in its address (HTTP 401)`,
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
      return { ok: false, said: `sendrawtransaction RPC error: ${JSON.stringify(answer.refusal)}` };
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

/** What is no JSON is no answer. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
