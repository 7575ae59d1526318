import { Buffer } from 'node:buffer';
import { type Context, Hono } from 'hono';
import { stringify } from './amount.ts';
import type { BitcoindContext } from './bitcoind-context.ts';
import {
  BitcoindError,
  IN_WARMUP,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  MISC_ERROR,
  PARSE_ERROR,
} from './bitcoind-error.ts';
import { chainMethods } from './chain-methods.ts';
import { mempoolMethods } from './mempool-methods.ts';
import { scanMethods } from './scan-methods.ts';

/**
 * `-rpcuser` and `-rpcpassword`. They are public, because the node is reachable only on this
 * machine.
 */
export const BITCOIND_USER = 'sandbox';
export const BITCOIND_PASSWORD = 'sandbox';

interface Reply {
  readonly status: number;
  readonly body: object;
}

/**
 * JSON-RPC of Bitcoin Core 28 (src/httprpc.cpp, src/rpc/request.cpp). Requests of version 2.0 and
 * batches are answered with status 200, other requests with the status of their error.
 */
export function bitcoindApp(context: BitcoindContext): Hono {
  const methods = new Map(
    Object.entries({
      ...chainMethods(context),
      ...mempoolMethods(context),
      ...scanMethods(context),
    }),
  );

  async function call(question: unknown): Promise<Reply> {
    const { id = null, jsonrpc, method, params = [] } = isRecord(question) ? question : {};
    const isVersion2 = jsonrpc === '2.0';
    try {
      if (!isRecord(question)) throw new BitcoindError(INVALID_REQUEST, 'Invalid Request object');
      if (method === undefined) throw new BitcoindError(INVALID_REQUEST, 'Missing method');
      if (typeof method !== 'string')
        throw new BitcoindError(INVALID_REQUEST, 'Method must be a string');
      if (!Array.isArray(params))
        throw new BitcoindError(INVALID_REQUEST, 'Params must be an array');
      if (context.state().isWarmingUp) throw new BitcoindError(IN_WARMUP, 'Loading block index…');
      const run = methods.get(method);
      if (run === undefined) throw new BitcoindError(METHOD_NOT_FOUND, 'Method not found');
      const result = await run(params);
      return {
        status: 200,
        body: isVersion2 ? { jsonrpc, result, id } : { result, error: null, id },
      };
    } catch (thrown) {
      const error = toError(thrown);
      return isVersion2
        ? { status: 200, body: { jsonrpc, error, id } }
        : { status: statusOf(error.code), body: { result: null, error, id } };
    }
  }

  const app = new Hono();
  app.post('/', async (c) => {
    if (c.req.header('authorization') !== AUTHORIZATION) {
      return c.body(null, 401, { 'www-authenticate': 'Basic realm="jsonrpc"' });
    }
    const question = parseJson(await c.req.text());
    if (question === undefined) {
      const error = { code: PARSE_ERROR, message: 'Parse error' };
      return answer(c, { status: 500, body: { result: null, error, id: null } });
    }
    if (!Array.isArray(question)) return answer(c, await call(question));
    const replies: object[] = [];
    for (const one of question) replies.push((await call(one)).body);
    return answer(c, { status: 200, body: replies });
  });
  return app;
}

const AUTHORIZATION = `Basic ${Buffer.from(`${BITCOIND_USER}:${BITCOIND_PASSWORD}`).toString('base64')}`;

function answer(c: Context, { status, body }: Reply): Response {
  return c.body(`${stringify(body)}\n`, status as 200, { 'content-type': 'application/json' });
}

function toError(thrown: unknown): { code: number; message: string } {
  if (thrown instanceof BitcoindError) return { code: thrown.code, message: thrown.message };
  return { code: MISC_ERROR, message: thrown instanceof Error ? thrown.message : 'unknown error' };
}

function statusOf(code: number): number {
  if (code === INVALID_REQUEST) return 400;
  return code === METHOD_NOT_FOUND ? 404 : 500;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
