import type { Address } from 'viem';
import { renderAccount } from './account-endpoints.ts';
import type { TronBlock } from './chain-record.ts';
import type { NodeRequest } from './read-request.ts';
import { readTransactionJson, UnknownPermission } from './read-transaction-json.ts';
import { renderAddress, renderTransaction } from './render-transaction.ts';
import type { TronNode } from './tron-node.ts';
import { type TronTransaction, UnsupportedTransaction } from './tron-transaction.ts';
import { recoverSigners, weighSignatures } from './weigh-signatures.ts';

/*
 * Evaluates the signatures of a transaction (java-tron's `TransactionUtil`). The answer repeats the
 * transaction with bytes and id computed from its members, because clients that extend an
 * expiration or add a memo use these. Members with their default, such as a code or weight of zero,
 * are omitted.
 */

/** `getsignweight`. */
export async function signWeight(node: TronNode, request: NodeRequest, head: TronBlock) {
  const transaction = tryToRead(request);
  if ('result' in transaction) return transaction;
  const shown = { transaction: extended(transaction, request) };
  const account = await renderAccount(node, transaction.contract.owner, head, request.visible);
  if (!('owner_permission' in account)) {
    return { result: { code: 'PERMISSION_ERROR', message: 'Account does not exist!' }, ...shown };
  }
  const permission = account.owner_permission;
  const signers = await weighSignatures(transaction);
  if ('code' in signers) return { result: signers, permission, ...shown };
  return {
    result: signers.length === 0 ? { code: 'NOT_ENOUGH_PERMISSION' } : {},
    permission,
    ...approvedBy(signers, request),
    ...(signers.length === 0 ? {} : { current_weight: signers.length }),
    ...shown,
  };
}

/** `getapprovedlist`. */
export async function approvedList(_node: TronNode, request: NodeRequest) {
  const transaction = tryToRead(request);
  if ('result' in transaction) return transaction;
  const shown = { transaction: extended(transaction, request) };
  const signers = await recoverSigners(transaction);
  if ('code' in signers) return { result: signers, ...shown };
  return { result: {}, ...approvedBy(signers, request), ...shown };
}

function tryToRead(request: NodeRequest): TronTransaction | { readonly result: object } {
  try {
    return readTransactionJson(request);
  } catch (error) {
    if (!(error instanceof UnsupportedTransaction)) throw error;
    return {
      result: {
        code: error instanceof UnknownPermission ? 'PERMISSION_ERROR' : 'OTHER_ERROR',
        message: error.message,
      },
    };
  }
}

function extended(transaction: TronTransaction, { visible }: NodeRequest) {
  const { visible: _, ...shown } = renderTransaction(transaction, visible);
  return { result: { result: true }, txid: shown.txID, transaction: shown };
}

function approvedBy(signers: readonly Address[], { visible }: NodeRequest) {
  return signers.length === 0
    ? {}
    : { approved_list: signers.map((signer) => renderAddress(signer, visible)) };
}
