import { numberToHex } from 'viem';
import { z } from 'zod';
import { askNode } from '../families/json-rpc.ts';
import { bendAnswers, type Question } from './bend-answers.ts';
import type { Liar, Lie } from './liar.ts';

/** How far it is behind: more than the depth at which anything is believed to be final. */
const blocksBehind = 6n;

/** An EVM node that is behind the chain, or does not know transactions which another one has in its pool. */
export function createEvmLiar(nodeUrl: string): Liar {
  let current: { how: Lie['how']; left: number; head: bigint } | undefined;
  return {
    async lie({ how, requests }) {
      const newest = await askNode(nodeUrl, 'eth_blockNumber', [], z.string());
      current = { how, left: requests, head: BigInt(newest) - blocksBehind };
    },
    stop() {
      current = undefined;
    },
    async answer(request, forward) {
      const lie = current;
      if (!lie) return forward(request);
      if (--lie.left <= 0) current = undefined;
      return bendAnswers(request, forward, {
        ask: (question) => (lie.how === 'behind' ? asOf(question, lie.head) : question),
        tell: (question, answer) => (isHidden(question, answer.result, lie) ? { ...answer, result: null } : answer),
      });
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
