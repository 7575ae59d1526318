import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import { ACCOUNT_METHODS } from './account-methods.ts';
import { ApiError, invalidParams, methodNotFound } from './api-error.ts';
import type { ApiContext, ApiMethod } from './api-request.ts';
import { BLOCK_METHODS } from './block-methods.ts';
import { estimateFee } from './estimate-fee.ts';
import { runGetMethod } from './run-get-method.ts';
import { sendBoc, sendBocReturnHash } from './send-boc.ts';
import { TRANSACTION_METHODS } from './transaction-methods.ts';

const METHODS: ReadonlyMap<string, ApiMethod> = new Map(
  Object.entries({
    ...ACCOUNT_METHODS,
    ...BLOCK_METHODS,
    ...TRANSACTION_METHODS,
    estimateFee,
    runGetMethod,
    sendBoc,
    sendBocReturnHash,
  } satisfies Record<string, ApiMethod>),
);

const requestBody = z.object({
  jsonrpc: z.literal('2.0').default('2.0'),
  id: z.union([z.string(), z.number()]).default('1'),
  method: z.string(),
  params: z.unknown().optional(),
});

/** toncenter's API, version 2: `jsonRPC`, and each method under its own name. */
export function apiApp(context: ApiContext): Hono {
  const app = new Hono().basePath('/api/v2');
  app.post('/jsonRPC', async (c) => {
    const parsed = requestBody.safeParse(await c.req.json());
    if (!parsed.success)
      return answer(c, invalidParams('Validation error: no JSON-RPC request'), {});
    const { jsonrpc, id, method, params } = parsed.data;
    return answer(c, await call(method, params, context), { jsonrpc, id });
  });
  app.get('/:method', async (c) =>
    answer(c, await call(c.req.param('method'), c.req.query(), context), {}),
  );
  app.post('/:method', async (c) =>
    answer(c, await call(c.req.param('method'), await c.req.json(), context), {}),
  );
  app.onError((error, c) => {
    const isUnreadable = error instanceof SyntaxError;
    const failure = isUnreadable
      ? invalidParams('Validation error: no JSON')
      : new ApiError(500, error.message);
    return answer(c, failure, {});
  });
  return app;
}

async function call(
  name: string,
  params: unknown,
  context: ApiContext,
): Promise<{ result: unknown } | ApiError> {
  try {
    const serve = METHODS.get(name);
    if (serve === undefined) throw methodNotFound();
    return { result: await serve(params, context) };
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

function answer(c: Context, outcome: { result: unknown } | ApiError, envelope: object): Response {
  if (!(outcome instanceof ApiError)) return c.json({ ok: true, ...outcome, ...envelope });
  const { code, message } = outcome;
  return c.json({ ok: false, error: message, code, ...envelope }, code as ContentfulStatusCode);
}
