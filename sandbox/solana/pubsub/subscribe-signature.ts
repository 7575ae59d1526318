import { z } from 'zod';
import type { Blockchain } from '../blockchain.ts';
import { invalidParams } from '../rpc/rpc-error.ts';
import { commitmentParam, inContext, isRemembered, parseParams } from '../rpc/rpc-request.ts';
import { solanaNotation } from '../solana-notation.ts';
import type { Subscription } from './subscription.ts';

const signatureParams = z.tuple([
  z.string(),
  z
    .object({
      commitment: commitmentParam.default('finalized'),
      enableReceivedNotification: z.boolean().default(false),
    })
    .nullish(),
]);

/**
 * `signatureSubscribe`: reports once that a transaction has reached a commitment, with its result.
 * A transaction that a reorganization removed before that has not reached it.
 * @throws {RpcError} -32602
 */
export function subscribeSignature(blockchain: Blockchain, params: unknown): Subscription {
  const [signature, config] = parseParams(signatureParams, params);
  if (solanaNotation.parseTransactionId(signature) === undefined) {
    throw invalidParams('Invalid Request: Invalid signature provided');
  }
  const commitment = config?.commitment ?? 'finalized';
  let wantsReceived = config?.enableReceivedNotification ?? false;
  let isOver = false;

  const received = (): readonly unknown[] => {
    if (!wantsReceived) return [];
    if (!blockchain.isPending(signature) && blockchain.find(signature) === undefined) return [];
    wantsReceived = false;
    return [inContext(blockchain.head('processed'), 'receivedSignature')];
  };

  const processed = (): readonly unknown[] => {
    const head = blockchain.head(commitment);
    const found = blockchain.find(signature);
    if (found === undefined || found.block.height > head.height || !isRemembered(blockchain, found))
      return [];
    isOver = true;
    return [inContext(head, { err: found.executed.outcome.error })];
  };

  return {
    notification: 'signatureNotification',
    report: () => (isOver ? [] : [...received(), ...processed()]),
    isOver: () => isOver,
  };
}
