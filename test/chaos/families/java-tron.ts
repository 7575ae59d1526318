import { z } from 'zod';

const newestBlock = z.object({
  block_header: z.object({ raw_data: z.object({ number: z.int().default(0) }) }),
});

/**
 * One question to a full node of TRON. Throws where it refuses. @param path such as
 * `wallet/getblock`
 */
export async function askFullNode<Answer>(
  url: string,
  path: string,
  body: object,
  schema: z.ZodType<Answer>,
): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return schema.parse(await answer.json());
}

/** The number of the newest block, or of the newest solidified one. */
export async function readNewestBlock(
  url: string,
  state: 'wallet' | 'walletsolidity',
): Promise<number> {
  return (await askFullNode(url, `${state}/getnowblock`, {}, newestBlock)).block_header.raw_data
    .number;
}
