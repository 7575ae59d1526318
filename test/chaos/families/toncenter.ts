import { z } from 'zod';

/**
 * One question to a server of toncenter's interface. Throws where it refuses. @param url up to its
 * version
 */
export async function askToncenter<Answer>(
  url: string,
  method: string,
  params: object,
  schema: z.ZodType<Answer>,
): Promise<Answer> {
  const answer = await fetch(`${url}/jsonRPC`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: '1', method, params }),
  });
  return z.object({ ok: z.literal(true), result: schema }).parse(await answer.json()).result;
}
