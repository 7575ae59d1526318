import { Hono } from 'hono';
import { ACCOUNT_METHODS } from './account-methods.ts';
import { answerRequest, failure } from './answer-request.ts';
import { BLOCK_METHODS } from './block-methods.ts';
import { methodNotFound, parseError, RpcError } from './rpc-error.ts';
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

/** A node's JSON-RPC over HTTP, with batches. Subscriptions are in `../pubsub`. */
export function rpcApp(context: RpcContext): Hono {
  const app = new Hono();
  const answer = (request: unknown): object =>
    answerRequest(request, (method, params) => {
      const serve = METHODS.get(method);
      if (serve === undefined) throw methodNotFound();
      return serve(params, context);
    });
  app.post('/', async (c) => {
    const body: unknown = await c.req.json();
    return c.json(Array.isArray(body) ? body.map(answer) : answer(body));
  });
  app.onError((error, c) => {
    if (error instanceof SyntaxError) return c.json(failure(null, parseError()));
    return c.json(failure(null, new RpcError(-32603, `Internal error: ${error.message}`)), 500);
  });
  return app;
}
