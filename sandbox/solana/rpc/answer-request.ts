import { z } from 'zod';
import { invalidRequest, RpcError } from './rpc-error.ts';

const requestBody = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]),
  method: z.string(),
  params: z.unknown().optional(),
});

/**
 * Answers one JSON-RPC request.
 * @param serve what the method answers; throws `RpcError` for a refusal
 */
export function answerRequest(
  request: unknown,
  serve: (method: string, params: unknown) => unknown,
): object {
  const parsed = requestBody.safeParse(request);
  if (!parsed.success) return failure(null, invalidRequest());
  const { id, method, params } = parsed.data;
  try {
    return { jsonrpc: '2.0', id, result: serve(method, params) };
  } catch (error) {
    if (error instanceof RpcError) return failure(id, error);
    throw error;
  }
}

export function failure(id: string | number | null, { code, message, data }: RpcError): object {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } };
}
