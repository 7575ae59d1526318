import { FerrymanError } from '../../../errors/ferryman-error.ts';
import {
  type InfoOfBlock,
  infosOfBlock,
  maybeTransaction,
  maybeTransactionInfo,
  type TransactionInfo,
} from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { digestOf } from './raw-data.ts';

/**
 * The outcome of a transaction. `undefined` if the endpoint has it in no block.
 * @param state of the newest or the solidified block
 */
export async function readInfo(
  endpoint: Endpoint,
  txId: string,
  state: 'wallet' | 'walletsolidity' = 'wallet',
): Promise<TransactionInfo | undefined> {
  const info = await endpoint.read(
    `${state}/gettransactioninfobyid`,
    { value: txId },
    maybeTransactionInfo,
  );
  if (info && info.id !== txId) {
    throw new FerrymanError(
      'RPC_MALFORMED',
      `${endpoint.host} answers with another transaction's outcome`,
    );
  }
  return info;
}

/**
 * Whether the endpoint has the transaction in a block, with any outcome. Works on nodes that store
 * no outcomes.
 */
export async function hasTransaction(
  endpoint: Endpoint,
  txId: string,
  state: 'wallet' | 'walletsolidity',
): Promise<boolean> {
  return (
    (await endpoint.read(`${state}/gettransactionbyid`, { value: txId }, maybeTransaction)) !==
    undefined
  );
}

/**
 * The outcomes of all transactions in a block, in order. Empty if the endpoint does not have the
 * block.
 */
export function readInfosOfBlock(endpoint: Endpoint, block: bigint): Promise<InfoOfBlock[]> {
  return endpoint.read('wallet/gettransactioninfobyblocknum', { num: Number(block) }, infosOfBlock);
}

/**
 * Whether the transaction waits in the endpoint's pool. `false` if the node does not support the
 * query.
 */
export async function isPending(endpoint: Endpoint, txId: string): Promise<boolean> {
  try {
    const found = await endpoint.read(
      'wallet/gettransactionfrompending',
      { value: txId },
      maybeTransaction,
    );
    return (
      found !== undefined && Buffer.from(digestOf(found.raw_data_hex)).toString('hex') === txId
    );
  } catch (error) {
    if (error instanceof FerrymanError && error.code === 'RPC_UNSUPPORTED') return false;
    throw error;
  }
}

/**
 * A contract call has a `SUCCESS` result, a plain transfer has no result. Everything else failed.
 */
export function succeeded({ result, receipt, contract_address }: TransactionInfo): boolean {
  if (result === 'FAILED') return false;
  return (
    receipt.result === 'SUCCESS' || (receipt.result === undefined && contract_address === undefined)
  );
}
