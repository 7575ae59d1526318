import { VersionedMessage } from '@solana/web3.js';
import { z } from 'zod';
import type { Block } from '../block.ts';
import type { Inclusion } from '../blockchain.ts';
import type { ParsedTransaction } from '../parse-transaction.ts';
import { readMemos } from '../read-memos.ts';
import { transactionFee } from '../transaction-fee.ts';
import { renderTransaction } from './render-transaction.ts';
import { invalidParams } from './rpc-error.ts';
import {
  addressParam,
  commitmentOf,
  commitmentParam,
  contextConfig,
  headFor,
  historyHead,
  inContext,
  isRemembered,
  parseParams,
  type RpcContext,
  type RpcMethod,
} from './rpc-request.ts';

const MOST_SIGNATURES = 256;
const MOST_IN_HISTORY = 1_000;

const transactionParams = z.tuple([
  z.string(),
  z
    .object({
      commitment: commitmentParam.optional(),
      encoding: z.enum(['json', 'base64', 'base58']).default('json'),
      maxSupportedTransactionVersion: z.number().int().min(0).optional(),
    })
    .prefault({}),
]);
const statusesParams = z.tuple([
  z.array(z.string()).max(MOST_SIGNATURES),
  z.object({ searchTransactionHistory: z.boolean().optional() }).nullish(),
]);
const historyParams = z.tuple([
  addressParam,
  contextConfig
    .extend({
      limit: z.number().int().min(1).max(MOST_IN_HISTORY).default(MOST_IN_HISTORY),
      before: z.string().nullish(),
      until: z.string().nullish(),
    })
    .prefault({}),
]);
const feeParams = z.tuple([z.base64(), contextConfig.nullish()]);

const getTransaction: RpcMethod = (params, context) => {
  const [signature, config] = parseParams(transactionParams, params);
  const head = historyHead(context, config.commitment);
  const found = context.blockchain.find(signature);
  if (found === undefined || found.block.height > head.height) return null;
  const { slot, unixSeconds: blockTime } = found.block;
  return { blockTime, slot, ...renderTransaction(found.executed, config) };
};

const getSignatureStatuses: RpcMethod = (params, context) => {
  const [signatures, config] = parseParams(statusesParams, params);
  const { blockchain } = context;
  const head = blockchain.head('processed');
  const statusOf = (signature: string) => {
    const found = blockchain.find(signature);
    if (found === undefined) return null;
    const isShown = isRemembered(blockchain, found) || config?.searchTransactionHistory === true;
    return isShown ? renderStatus(found, head, context) : null;
  };
  return inContext(head, signatures.map(statusOf));
};

function renderStatus({ block, executed }: Inclusion, head: Block, { blockchain }: RpcContext) {
  const confirmationStatus = commitmentOf(blockchain, block);
  const { error } = executed.outcome;
  return {
    confirmationStatus,
    confirmations: confirmationStatus === 'finalized' ? null : head.height - block.height,
    err: error,
    slot: block.slot,
    status: error === null ? { Ok: null } : { Err: error },
  };
}

/** Newest first. */
const getSignaturesForAddress: RpcMethod = (params, context) => {
  const [address, { limit, before, until, ...config }] = parseParams(historyParams, params);
  const { blockchain } = context;
  historyHead(context, config.commitment);
  const head = headFor(context, config);
  const found: object[] = [];
  let hasStarted = before === undefined || before === null;
  for (let height = head.height; height >= 0; height--) {
    const block = blockchain.atHeight(height);
    for (const executed of block?.transactions.toReversed() ?? []) {
      const { signature } = executed.transaction;
      if (signature === until || found.length === limit) return found;
      const isTouched = hasStarted && executed.accounts.keys.some((key) => key.equals(address));
      if (signature === before) hasStarted = true;
      if (block === undefined || !isTouched) continue;
      found.push({
        blockTime: block.unixSeconds,
        confirmationStatus: commitmentOf(blockchain, block),
        err: executed.outcome.error,
        memo: renderMemos(executed.transaction),
        signature,
        slot: block.slot,
      });
    }
  }
  return found;
};

function renderMemos(transaction: ParsedTransaction): string | null {
  const memos = readMemos(transaction.message).map(
    (memo) => `[${Buffer.byteLength(memo)}] ${memo}`,
  );
  return memos.length === 0 ? null : memos.join('; ');
}

const getFeeForMessage: RpcMethod = (params, context) => {
  const [text, config] = parseParams(feeParams, params);
  const head = headFor(context, config ?? undefined);
  const message = readMessage(text);
  const isRecent = context.blockchain.isRecent(message.recentBlockhash, head);
  return inContext(head, isRecent ? Number(transactionFee(message).total) : null);
};

function readMessage(text: string): VersionedMessage {
  try {
    return VersionedMessage.deserialize(Buffer.from(text, 'base64'));
  } catch {
    throw invalidParams('failed to deserialize solana_message::versions::VersionedMessage');
  }
}

export const TRANSACTION_METHODS = {
  getFeeForMessage,
  getSignaturesForAddress,
  getSignatureStatuses,
  getTransaction,
};
