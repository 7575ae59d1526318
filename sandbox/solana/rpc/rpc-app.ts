import { Hono } from 'hono';
import { z } from 'zod';
import { ACCOUNT_METHODS } from './account-methods.ts';
import { BLOCK_METHODS } from './block-methods.ts';
import { invalidRequest, methodNotFound, RpcError } from './rpc-error.ts';
import type { RpcContext, RpcMethod } from './rpc-request.ts';
import { sendTransaction } from './send-transaction.ts';
import { simulateTransaction } from './simulate-transaction.ts';
import { TRANSACTION_METHODS } from './transaction-methods.ts';

const METHODS: ReadonlyMap<string, RpcMethod> = new Map(
  Object.entries({
    ...ACCOUNT_METHODS,
    ...BLOCK_METHODS,
    ...TRANSACTION_METHODS,
    sendTransaction,
    simulateTransaction,
  } satisfies Record<string, RpcMethod>),
);

const requestBody = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]),
  method: z.string(),
  params: z.unknown().optional(),
});

/** A node's JSON-RPC over HTTP, single requests and batches. There are no subscriptions. */
export function rpcApp(context: RpcContext): Hono {
  const app = new Hono();
  app.post('/', async (c) => {
    const body: unknown = await c.req.json();
    return c.json(Array.isArray(body) ? body.map((request) => answer(request, context)) : answer(body, context));
  });
  app.onError((error, c) => {
    if (error instanceof SyntaxError) return c.json(failure(null, new RpcError(-32700, 'Parse error')));
    return c.json(failure(null, new RpcError(-32603, `Internal error: ${error.message}`)), 500);
  });
  return app;
}

function answer(request: unknown, context: RpcContext): object {
  const parsed = requestBody.safeParse(request);
  if (!parsed.success) return failure(null, invalidRequest());
  const { id, method, params } = parsed.data;
  try {
    const serve = METHODS.get(method);
    if (serve === undefined) throw methodNotFound();
    return { jsonrpc: '2.0', id, result: serve(params, context) };
  } catch (error) {
    if (error instanceof RpcError) return failure(id, error);
    throw error;
  }
}

function failure(id: string | number | null, { code, message, data }: RpcError): object {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } };
}
