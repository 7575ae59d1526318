import { z } from 'zod';
import type { Forward, HttpAnswer, HttpRequest } from '../proxies/http-proxy.ts';
import { blocksBehind, createLiar, type Liar } from '../proxies/liar.ts';
import { readNewestBlock } from './java-tron.ts';

const header = z.object({
  block_header: z.object({ raw_data: z.object({ number: z.int().default(0) }) }),
});
const question = z.looseObject({ id_or_num: z.string().optional(), num: z.int().optional() });
const outcome = z.object({ blockNumber: z.int() });

/** The newest block that it tells of, and the newest solidified one. */
interface Heads {
  wallet: number;
  walletsolidity: number;
}

interface Path {
  state: keyof Heads;
  name: string;
}

const nothing = '{}';

/**
 * What a full node of TRON does that is behind the chain, has not got what another one has, or says
 * that everything failed.
 */
export function createTronLiar(nodeUrl: string): Liar {
  return createLiar<Heads>({
    async readHeads() {
      const [wallet, walletsolidity] = await Promise.all([
        readNewestBlock(nodeUrl, 'wallet'),
        readNewestBlock(nodeUrl, 'walletsolidity'),
      ]);
      return { wallet: wallet - blocksBehind, walletsolidity: walletsolidity - blocksBehind };
    },
    async tell({ how, heads }, request, forward) {
      const path = pathOf(request);
      if (!path) return forward(request);
      switch (how) {
        case 'behind':
          return tellOfOld(path, heads[path.state], request, forward);
        case 'unknown-transaction':
          return path.name === 'gettransactionfrompending'
            ? replaced(await forward(request), nothing)
            : forward(request);
        case 'unknown-outcome':
          return hidesOutcome(path, await forward(request));
        case 'failed-outcome':
          return tellsFailure(path, await forward(request));
        // There are none on this chain.
        case 'used-nonces':
          return forward(request);
      }
    },
  });
}

function pathOf({ path }: HttpRequest): Path | undefined {
  const [, state, name] = path.split('?')[0]?.split('/') ?? [];
  return (state === 'wallet' || state === 'walletsolidity') && name !== undefined
    ? { state, name }
    : undefined;
}

/**
 * Of blocks and outcomes; balances and calls are of the newest state, since nodes keep no earlier
 * one.
 */
async function tellOfOld(
  { name }: Path,
  head: number,
  request: HttpRequest,
  forward: Forward,
): Promise<HttpAnswer> {
  switch (name) {
    case 'getblock': {
      const asked = question.parse(JSON.parse(request.body));
      if (asked.id_or_num === undefined) {
        return forward({ ...request, body: JSON.stringify({ ...asked, id_or_num: `${head}` }) });
      }
      const answer = await forward(request);
      const told = header.safeParse(JSON.parse(answer.body));
      return told.success && told.data.block_header.raw_data.number > head
        ? replaced(answer, nothing)
        : answer;
    }
    case 'getnowblock':
      return forward({
        ...request,
        path: request.path.replace(name, 'getblockbynum'),
        body: `{"num":${head}}`,
      });
    case 'gettransactioninfobyid': {
      const answer = await forward(request);
      const told = outcome.safeParse(JSON.parse(answer.body));
      return told.success && told.data.blockNumber > head ? replaced(answer, nothing) : answer;
    }
    case 'gettransactioninfobyblocknum': {
      const { num = 0 } = question.parse(JSON.parse(request.body));
      const answer = await forward(request);
      return num > head ? replaced(answer, '[]') : answer;
    }
    default:
      return forward(request);
  }
}

/** It has the blocks, and has not got round to what their transactions came to. */
function hidesOutcome({ name }: Path, answer: HttpAnswer): HttpAnswer {
  switch (name) {
    case 'gettransactioninfobyid':
    case 'gettransactionbyid':
      return replaced(answer, nothing);
    case 'gettransactioninfobyblocknum':
      return replaced(answer, '[]');
    default:
      return answer;
  }
}

/** Whatever is in a block has failed, by what it tells. */
function tellsFailure({ name }: Path, answer: HttpAnswer): HttpAnswer {
  if (answer.status !== 200) return answer;
  const told: unknown = JSON.parse(answer.body);
  switch (name) {
    case 'gettransactioninfobyid':
      return replaced(answer, JSON.stringify(asFailed(told)));
    case 'gettransactioninfobyblocknum':
      return replaced(answer, JSON.stringify(z.array(z.unknown()).parse(told).map(asFailed)));
    default:
      return answer;
  }
}

function asFailed(told: unknown): unknown {
  const known = z
    .looseObject({ blockNumber: z.int(), receipt: z.looseObject({}).default({}) })
    .safeParse(told);
  if (!known.success) return told;
  return { ...known.data, result: 'FAILED', receipt: { ...known.data.receipt, result: 'REVERT' } };
}

function replaced(answer: HttpAnswer, body: string): HttpAnswer {
  return answer.status === 200 ? { ...answer, body } : answer;
}
