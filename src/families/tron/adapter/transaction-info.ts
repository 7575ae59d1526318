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
 * What a transaction has become; nothing as long as the endpoint has it in no block. @param state
 * of the newest or the solidified block
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
 * Whether the endpoint has it in a block, whatever became of it there; by itself, as nodes do that
 * keep no outcomes.
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

/** Of all transactions in a block, in their order; none where the endpoint does not have it. */
export function readInfosOfBlock(endpoint: Endpoint, block: bigint): Promise<InfoOfBlock[]> {
  return endpoint.read('wallet/gettransactioninfobyblocknum', { num: Number(block) }, infosOfBlock);
}

/**
 * Whether the endpoint holds it and waits for a block to put it in. Nodes that do not tell hold
 * nothing, as far as anybody knows.
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
 * A contract call says so itself; a plain transfer has nothing to say of a contract's result.
 * Anything else has failed.
 */
export function succeeded({ result, receipt, contract_address }: TransactionInfo): boolean {
  if (result === 'FAILED') return false;
  return (
    receipt.result === 'SUCCESS' || (receipt.result === undefined && contract_address === undefined)
  );
}
