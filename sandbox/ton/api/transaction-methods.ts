import type { Address } from '@ton/core';
import { z } from 'zod';
import type { Inclusion } from '../account-history.ts';
import type { TonMessage } from '../transaction.ts';
import { liteServerError, transactionNotFound } from './api-error.ts';
import {
  type ApiContext,
  type ApiMethod,
  addressParam,
  hashParam,
  integerParam,
  parseParams,
} from './api-request.ts';
import { renderTransaction } from './render-transaction.ts';

/** toncenter's default. */
const LIMIT = 10;
const MOST = 100;

/** Ignores `archival`, because the node stores everything. */
const historyParams = z.object({
  address: addressParam,
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MOST + 1)
    .default(LIMIT),
  lt: integerParam.nullish(),
  hash: hashParam.nullish(),
  to_lt: integerParam.default(0n),
});
const locateParams = z.object({
  source: addressParam,
  destination: addressParam,
  created_lt: integerParam,
});

/** Newest first, starting with the named transaction. */
const getTransactions: ApiMethod = (given, context) => {
  const { address, limit, lt, hash, to_lt } = parseParams(historyParams, given);
  const all = transactionsOf(address, context);
  const from = typeof lt === 'bigint' ? findStart(all, lt, hash) : 0;
  const wanted = all.slice(from).filter(({ included }) => included.transaction.lt > to_lt);
  return wanted.slice(0, limit).map(({ included }) => renderTransaction(included));
};

function findStart(all: readonly Inclusion[], lt: bigint, hash: string | null | undefined): number {
  const index = all.findIndex(({ included: { transaction } }) => transaction.lt === lt);
  if (index < 0)
    throw liteServerError('cannot locate transaction in block with specified logical time');
  if (typeof hash === 'string' && all[index]?.included.transaction.hash !== hash) {
    throw liteServerError('transaction hash mismatch: prev_trans_lt/hash invalid for the account');
  }
  return index;
}

/** The transaction that received a message. */
const tryLocateResultTx: ApiMethod = (given, context) => {
  const { source, destination, created_lt } = parseParams(locateParams, given);
  const found = transactionsOf(destination, context).find(({ included: { transaction } }) => {
    const { inMessage } = transaction;
    return inMessage !== undefined && isMessage(inMessage, source, destination, created_lt);
  });
  if (found === undefined) throw transactionNotFound();
  return renderTransaction(found.included);
};

/** The transaction that sent a message. */
const tryLocateSourceTx: ApiMethod = (given, context) => {
  const { source, destination, created_lt } = parseParams(locateParams, given);
  const found = transactionsOf(source, context).find(({ included: { transaction } }) =>
    transaction.outMessages.some((message) => isMessage(message, source, destination, created_lt)),
  );
  if (found === undefined) throw transactionNotFound();
  return renderTransaction(found.included);
};

function isMessage(
  { parsed: { info } }: TonMessage,
  source: Address,
  destination: Address,
  createdLt: bigint,
) {
  return (
    info.type === 'internal' &&
    info.createdLt === createdLt &&
    info.src.equals(source) &&
    info.dest.equals(destination)
  );
}

function transactionsOf(address: Address, context: ApiContext): readonly Inclusion[] {
  return context.blockchain.transactions(address, context.head());
}

export const TRANSACTION_METHODS = {
  getTransactions,
  tryLocateResultTx,
  tryLocateSourceTx,
  tryLocateTx: tryLocateResultTx,
};
