import { numberToHex } from 'viem';
import { z } from 'zod';
import type { LieHow } from '../faults.ts';
import { blocksBehind, createLiar, type Liar } from '../proxies/liar.ts';
import { type Answer, bendAnswers, type Question } from './bend-answers.ts';
import { askNode } from './json-rpc.ts';

/**
 * An EVM node that is behind the chain, has not got what another one has, or says that everything
 * failed.
 */
export function createEvmLiar(nodeUrl: string): Liar {
  return createLiar({
    async readHeads() {
      return (
        BigInt(await askNode(nodeUrl, 'eth_blockNumber', [], z.string())) - BigInt(blocksBehind)
      );
    },
    tell: ({ how, heads: head }, request, forward) =>
      bendAnswers(request, forward, {
        ask: (question) => (how === 'behind' ? asOf(question, head) : question),
        tell: (question, answer) => {
          if (how === 'used-nonces')
            return { ...answer, result: withMoreUsed(question, answer.result) };
          if (isHidden(question, answer.result, { how, head })) return { ...answer, result: null };
          return how === 'failed-outcome' ? asFailed(question, answer) : answer;
        },
      }),
  });
}

function asFailed({ method }: Question, answer: Answer): Answer {
  if (method !== 'eth_getTransactionReceipt' || !answer.result) return answer;
  return { ...answer, result: { ...answer.result, status: '0x0' } };
}

/** The same question about an older state; what is sent passes as it is. */
function asOf({ params = [], ...question }: Question, head: bigint): Question {
  const frozen = params.map((parameter) => {
    if (parameter === 'latest' || parameter === 'pending') return numberToHex(head);
    return parameter;
  });
  return { ...question, params: frozen };
}

/**
 * Of the newest block it says what is so: more there is somebody else's use of the key, and freezes
 * the wallet.
 */
function withMoreUsed({ method, params = [] }: Question, result: unknown): unknown {
  const isNumbered = /^0x/.test(String(params[1]));
  if (method !== 'eth_getTransactionCount' || !isNumbered || typeof result !== 'string')
    return result;
  return numberToHex(BigInt(result) + 1_000n);
}

function isHidden(
  question: Question,
  result: unknown,
  { how, head }: { how: LieHow; head: bigint },
): boolean {
  if (result === null || result === undefined) return false;
  const [asked] = question.params ?? [];
  switch (question.method) {
    case 'eth_getTransactionByHash':
    case 'eth_getTransactionReceipt':
      return isTransactionHidden(
        (result as { blockNumber?: string | null }).blockNumber ?? undefined,
        { how, head },
      );
    case 'eth_getBlockByNumber':
      return (
        how === 'behind' && typeof asked === 'string' && /^0x/.test(asked) && BigInt(asked) > head
      );
    default:
      return false;
  }
}

/** @param block absent while it waits in the pool */
function isTransactionHidden(
  block: string | undefined,
  { how, head }: { how: LieHow; head: bigint },
): boolean {
  switch (how) {
    case 'behind':
      return block !== undefined && BigInt(block) > head;
    case 'unknown-transaction':
      return block === undefined;
    case 'unknown-outcome':
      return block !== undefined;
    case 'failed-outcome':
    case 'used-nonces':
      return false;
  }
}
