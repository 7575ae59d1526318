import { parseTuple } from '@ton/core';
import { z } from 'zod';
import { blockOf, contentsOf } from './account-methods.ts';
import { type ApiMethod, addressParam, integerParam, parseParams } from './api-request.ts';
import { methodId } from './method-id.ts';
import { BASECHAIN, renderBlockId } from './render-block.ts';
import { renderStackItem, stackItem } from './render-stack.ts';

const params = z.object({
  address: addressParam,
  method: z.union([z.string(), z.number().int()]),
  stack: z.array(stackItem).default([]),
  seqno: integerParam.nullish(),
});

/** The exit code that nodes report for an account without a contract. */
const NO_CONTRACT = -13;

export const runGetMethod: ApiMethod = async (given, context) => {
  const { address, method, stack, seqno } = parseParams(params, given);
  const head = blockOf(seqno, context);
  const account = context.blockchain.readAccount(address, head);
  const { code, data } = contentsOf(account);
  const place = {
    last_transaction_id: {
      '@type': 'internal.transactionId',
      lt: account.lastTransaction.lt.toString(),
      hash: account.lastTransaction.hash.toString('base64'),
    },
    block_id: renderBlockId(head, BASECHAIN),
    '@extra': '',
  };
  if (code === undefined || data === undefined) {
    return { '@type': 'smc.runResult', gas_used: 0, stack: [], exit_code: NO_CONTRACT, ...place };
  }
  const result = await context.blockchain.engine.runMethod({
    address,
    code,
    data,
    balance: account.record?.storage.balance.coins ?? 0n,
    methodId: typeof method === 'number' ? method : methodId(method),
    arguments: stack,
    unixSeconds: head.unixSeconds,
  });
  return {
    '@type': 'smc.runResult',
    gas_used: Number(result.gasUsed),
    stack: parseTuple(result.stack).map(renderStackItem),
    exit_code: result.exitCode,
    ...place,
  };
};
