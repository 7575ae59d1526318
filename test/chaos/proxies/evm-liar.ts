import { numberToHex } from 'viem';
import type { Liar, Lie } from './liar.ts';

interface Question {
  id: unknown;
  method: string;
  params?: unknown[];
}

interface Answer {
  id: unknown;
  result?: unknown;
}

/** How far it is behind: more than the depth at which anything is believed to be final. */
const blocksBehind = 6n;

/** An EVM node that is behind the chain, or does not know transactions which another one has in its pool. */
export function createEvmLiar(nodeUrl: string): Liar {
  let current: { how: Lie['how']; left: number; head: bigint } | undefined;
  return {
    async lie({ how, requests }) {
      const answer = await fetch(nodeUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }),
      });
      const { result } = (await answer.json()) as { result: string };
      current = { how, left: requests, head: BigInt(result) - blocksBehind };
    },
    stop() {
      current = undefined;
    },
    async answer(request, forward) {
      const lie = current;
      if (!lie) return forward(request);
      if (--lie.left <= 0) current = undefined;
      const asked = JSON.parse(request.body) as Question | Question[];
      const questions = [asked].flat();
      const frozen = lie.how === 'behind' ? questions.map((question) => asOf(question, lie.head)) : questions;
      const answer = await forward({ ...request, body: JSON.stringify(Array.isArray(asked) ? frozen : frozen[0]) });
      if (answer.status !== 200) return answer;
      const told = JSON.parse(answer.body) as Answer | Answer[];
      const bent = [told].flat().map((one) => {
        const question = questions.find(({ id }) => id === one.id);
        return question && isHidden(question, one.result, lie) ? { ...one, result: null } : one;
      });
      return { ...answer, body: JSON.stringify(Array.isArray(told) ? bent : bent[0]) };
    },
  };
}

/** The same question about an older state; what is sent passes as it is. */
function asOf({ params = [], ...question }: Question, head: bigint): Question {
  const frozen = params.map((parameter) => {
    if (parameter === 'latest' || parameter === 'pending') return numberToHex(head);
    return parameter;
  });
  return { ...question, params: frozen };
}

function isHidden(
  { method, params }: Question,
  result: unknown,
  { how, head }: { how: Lie['how']; head: bigint },
): boolean {
  if (result === null || result === undefined) return false;
  const { blockNumber } = result as { blockNumber?: string | null };
  switch (method) {
    case 'eth_getTransactionByHash':
    case 'eth_getTransactionReceipt':
      if (how === 'behind') return blockNumber !== null && blockNumber !== undefined && BigInt(blockNumber) > head;
      return blockNumber === null || blockNumber === undefined;
    case 'eth_getBlockByNumber':
      return how === 'behind' && typeof params?.[0] === 'string' && /^0x/.test(params[0]) && BigInt(params[0]) > head;
    default:
      return false;
  }
}
