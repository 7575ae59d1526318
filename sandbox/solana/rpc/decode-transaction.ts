import { decodeBase58 } from '../../base58.ts';
import {
  MAX_TRANSACTION_BYTES,
  type ParsedTransaction,
  parseTransaction,
} from '../parse-transaction.ts';
import { invalidParams } from './rpc-error.ts';

/** @throws {RpcError} -32602 */
export function decodeTransaction(text: string, encoding: 'base58' | 'base64'): ParsedTransaction {
  const bytes = encoding === 'base58' ? decodeBase58(text) : decodeBase64(text);
  if (bytes === undefined) throw invalidParams(`invalid ${encoding} encoding`);
  if (bytes.length > MAX_TRANSACTION_BYTES) {
    throw invalidParams(
      `transaction too large: ${bytes.length} bytes (max: ${MAX_TRANSACTION_BYTES})`,
    );
  }
  const transaction = parseTransaction(bytes);
  if (transaction !== undefined) return transaction;
  throw invalidParams('failed to deserialize solana_transaction::versioned::VersionedTransaction');
}

function decodeBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}
