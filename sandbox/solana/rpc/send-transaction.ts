import { z } from 'zod';
import type { ParsedTransaction } from '../parse-transaction.ts';
import { describeTransactionError } from '../transaction-error.ts';
import { decodeTransaction } from './decode-transaction.ts';
import { badSignature, nodeBehind, preflightFailure } from './rpc-error.ts';
import {
  commitmentParam,
  headFor,
  parseParams,
  type RpcContext,
  type RpcMethod,
} from './rpc-request.ts';

const params = z.tuple([
  z.string(),
  z
    .object({
      encoding: z.enum(['base58', 'base64']).default('base58'),
      skipPreflight: z.boolean().default(false),
      preflightCommitment: commitmentParam.optional(),
      maxRetries: z.number().int().min(0).nullish(),
      minContextSlot: z.number().int().optional(),
    })
    .prefault({}),
]);

/**
 * Adds a transaction to the pool. Without preflight it is not checked, and the answer is always its
 * signature.
 */
export const sendTransaction: RpcMethod = (given, context) => {
  const [text, config] = parseParams(params, given);
  const transaction = decodeTransaction(text, config.encoding);
  const { preflightCommitment: commitment, minContextSlot, maxRetries } = config;
  const head = headFor(context, { commitment, minContextSlot });
  if (!config.skipPreflight) preflight(transaction, context, head);
  context.blockchain.submit(
    transaction,
    typeof maxRetries === 'number' ? maxRetries + 1 : undefined,
  );
  return transaction.signature;
};

function preflight(
  transaction: ParsedTransaction,
  context: RpcContext,
  head: ReturnType<typeof headFor>,
): void {
  const { blockchain } = context;
  const simulated = blockchain.simulate(transaction, head, { verifySignatures: true });
  if (simulated.error === 'SignatureFailure') throw badSignature();
  const behind = context.slotsBehind();
  if (behind !== undefined) throw nodeBehind(behind);
  const refusal = blockchain.refusal(transaction, head);
  if (refusal !== undefined) {
    throw preflightFailure(describeTransactionError(refusal), {
      err: refusal,
      logs: [],
      unitsConsumed: 0,
    });
  }
  const { error, logs, computeUnits: unitsConsumed } = simulated;
  if (error !== null)
    throw preflightFailure(describeTransactionError(error), { err: error, logs, unitsConsumed });
}
