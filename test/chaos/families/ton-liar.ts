import { z } from 'zod';
import type { Forward, HttpAnswer, HttpRequest } from '../proxies/http-proxy.ts';
import { blocksBehind, createLiar, type Liar } from '../proxies/liar.ts';
import { askToncenter } from './toncenter.ts';

/** The newest blocks that it tells of. */
interface Heads {
  /** As it is told by `getMasterchainInfo`. */
  masterchain: { seqno: number };
  /** By number, of the shard: accounts are as of it. */
  shard: number;
  /** What has a logical time below this is in the shard's block, or before it. */
  endLt: bigint;
}

type Question = z.output<typeof questions>;

const questions = z.looseObject({
  id: z.unknown(),
  method: z.string(),
  params: z.looseObject({}).default({}),
});
const answers = z.looseObject({ ok: z.boolean(), result: z.unknown().optional() });
const transaction = z.looseObject({
  transaction_id: z.object({ lt: z.string().transform(BigInt) }),
});
const place = z.looseObject({ workchain: z.int(), seqno: z.int() });
const masterchainInfo = z.looseObject({ last: z.looseObject({ seqno: z.int() }) });
const accountInformation = z.looseObject({ block_id: z.object({ seqno: z.int() }) });
const header = z.looseObject({ end_lt: z.string().transform(BigInt) });

const wholeShard = '-9223372036854775808';
const [masterchain, basechain] = [-1, 0];
const anyAccount = `0:${'00'.repeat(32)}`;

/**
 * A server of toncenter's interface whose node is behind the chain, or has not got what accounts
 * did.
 */
export function createTonLiar(nodeUrl: string): Liar {
  return createLiar<Heads>({
    async readHeads() {
      const [{ last }, { block_id }] = await Promise.all([
        askToncenter(nodeUrl, 'getMasterchainInfo', {}, masterchainInfo),
        askToncenter(nodeUrl, 'getAddressInformation', { address: anyAccount }, accountInformation),
      ]);
      const shard = block_id.seqno - blocksBehind;
      const seqno = last.seqno - blocksBehind;
      const [older, { end_lt: endLt }] = await Promise.all([
        askToncenter(
          nodeUrl,
          'lookupBlock',
          { workchain: masterchain, shard: wholeShard, seqno },
          place,
        ),
        askToncenter(
          nodeUrl,
          'getBlockHeader',
          { workchain: basechain, shard: wholeShard, seqno: shard },
          header,
        ),
      ]);
      return { masterchain: older, shard, endLt };
    },
    async tell({ how, heads }, request, forward) {
      const question = questions.parse(JSON.parse(request.body));
      switch (how) {
        case 'behind':
          return tellOfOld(question, heads, request, forward);
        // Nobody can be asked for what is in no block; transactions are read from their own bytes;
        // and no lie about seqnos is planned.
        case 'unknown-transaction':
        case 'failed-outcome':
        case 'used-nonces':
          return forward(request);
        case 'unknown-outcome':
          return hideTransactions(question, await forward(request));
      }
    },
  });
}

/**
 * Of blocks, accounts and their transactions. What is sent is taken by the newest state, and fees
 * are of it.
 */
async function tellOfOld(
  question: Question,
  { masterchain: last, shard, endLt }: Heads,
  request: HttpRequest,
  forward: Forward,
): Promise<HttpAnswer> {
  const { method, params } = question;
  switch (method) {
    case 'getMasterchainInfo':
      return withResult(await forward(request), (result) => ({
        ...masterchainInfo.parse(result),
        last,
      }));
    case 'getBlockHeader': {
      const { workchain, seqno } = place.parse(params);
      const newest = workchain === masterchain ? last.seqno : shard;
      return seqno > newest
        ? refusal(question, 'LITE_SERVER_NOTREADY: ltdb: block not found')
        : forward(request);
    }
    case 'getAddressInformation':
    case 'runGetMethod':
      return forward({
        ...request,
        body: JSON.stringify({ ...question, params: { ...params, seqno: shard } }),
      });
    case 'getTransactions':
      return withResult(await forward(request), (result) =>
        z
          .array(z.unknown())
          .parse(result)
          .filter((one) => ltOf(one) < endLt),
      );
    case 'tryLocateResultTx':
    case 'tryLocateSourceTx': {
      const answer = await forward(request);
      const found = readAnswer(answer);
      return found?.ok && ltOf(found.result) >= endLt ? refusal(question, 'Tx not found') : answer;
    }
    default:
      return forward(request);
  }
}

/** Accounts are as they are, and what they did is not there. */
function hideTransactions(question: Question, answer: HttpAnswer): HttpAnswer {
  switch (question.method) {
    case 'getTransactions':
      return withResult(answer, () => []);
    case 'tryLocateResultTx':
    case 'tryLocateSourceTx':
      return refusal(question, 'Tx not found');
    default:
      return answer;
  }
}

function ltOf(told: unknown): bigint {
  return transaction.parse(told).transaction_id.lt;
}

function readAnswer({ status, body }: HttpAnswer): z.output<typeof answers> | undefined {
  return status === 200 ? answers.parse(JSON.parse(body)) : undefined;
}

/** A refusal stays one. */
function withResult(answer: HttpAnswer, change: (result: unknown) => unknown): HttpAnswer {
  const told = readAnswer(answer);
  if (!told?.ok) return answer;
  return { ...answer, body: JSON.stringify({ ...told, result: change(told.result) }) };
}

function refusal({ id }: Question, error: string): HttpAnswer {
  const code = 500;
  const headers = { 'content-type': 'application/json' };
  return {
    status: code,
    headers,
    body: JSON.stringify({ ok: false, error, code, jsonrpc: '2.0', id }),
  };
}
