import { z } from 'zod';
import { type EventName, rpcCalls } from '../faults.ts';
import type { HttpRequest } from '../proxies/http-proxy.ts';

/** What a request asks for, one question or many, as far as faults are planned for it. */
export function jsonRpcEvents({ body }: HttpRequest): EventName[] {
  const parsed = JSON.parse(body) as { method: string } | { method: string }[];
  return [parsed].flat().flatMap(({ method }) => {
    const known = rpcCalls.find((one) => one === method);
    return known ? [`rpc ${known}` as const] : [];
  });
}

/** One question to a node. Throws where it refuses. */
export async function askNode<Answer>(
  url: string,
  method: string,
  params: readonly unknown[],
  schema: z.ZodType<Answer>,
): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return z.object({ result: schema }).parse(await answer.json()).result;
}
