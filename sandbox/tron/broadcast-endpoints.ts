import { hexToBytes } from 'viem';
import type { Refusal } from './check-transaction.ts';
import { type NodeRequest, UnreadableRequest } from './read-request.ts';
import { readSignatures } from './read-transaction-json.ts';
import { plainHex, renderText, renderTransaction } from './render-transaction.ts';
import type { TronNode } from './tron-node.ts';
import {
  decodeRawData,
  decodeTransaction,
  type TronTransaction,
  UnsupportedTransaction,
} from './tron-transaction.ts';

/**
 * `broadcasttransaction`: a transaction as JSON. `raw_data_hex` defines it, and the other members
 * must agree.
 */
export async function broadcastTransaction(node: TronNode, request: NodeRequest) {
  const rawData = request.bytes('raw_data_hex');
  if (rawData === undefined) throw new UnreadableRequest('raw_data_hex is missing');
  const read = tryToRead(() =>
    decodeRawData(hexToBytes(rawData), readSignatures(request.member('signature'))),
  );
  if (!('transaction' in read)) {
    return { code: read.code, message: renderText(read.message, request.visible) };
  }
  const { transaction } = read;
  const id = request.id('txID');
  if (id !== undefined && id !== transaction.id)
    throw new UnreadableRequest('txID is not that of raw_data_hex');
  const refusal = await node.broadcast(transaction);
  const txid = plainHex(transaction.id);
  if (refusal === undefined) return { result: true, txid };
  return { code: refusal.code, txid, message: renderText(refusal.message, request.visible) };
}

/** `broadcasthex`: the bytes of a signed transaction. The message is plain text here. */
export async function broadcastHex(node: TronNode, request: NodeRequest) {
  const bytes = request.bytes('transaction');
  if (bytes === undefined) throw new UnreadableRequest('transaction is missing');
  const read = tryToRead(() => decodeTransaction(hexToBytes(bytes)));
  if (!('transaction' in read)) return { result: false, code: read.code, message: read.message };
  const refusal = await node.broadcast(read.transaction);
  return {
    result: refusal === undefined,
    code: refusal?.code ?? 'SUCCESS',
    message: refusal?.message ?? '',
    txid: plainHex(read.transaction.id),
    transaction: JSON.stringify(renderTransaction(read.transaction, true)),
  };
}

function tryToRead(
  read: () => TronTransaction,
): { readonly transaction: TronTransaction } | Refusal {
  try {
    return { transaction: read() };
  } catch (error) {
    if (error instanceof UnsupportedTransaction) {
      return {
        code: 'CONTRACT_VALIDATE_ERROR',
        message: `Contract validate error : ${error.message}`,
      };
    }
    if (error instanceof RangeError)
      return { code: 'OTHER_ERROR', message: `Other error: ${error.message}` };
    throw error;
  }
}
