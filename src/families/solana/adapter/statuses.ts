import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { type LandedTransaction, landedTransaction, type Status, statuses } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/** The limit of `getSignatureStatuses`. */
const maxSignatures = 256;

/** Statuses by transaction id, from the node's whole history. Unknown ids are left out. */
export async function readStatuses(
  endpoint: Endpoint,
  txIds: readonly string[],
): Promise<Map<string, Status>> {
  const found = new Map<string, Status>();
  const chunks: string[][] = [];
  for (let start = 0; start < txIds.length; start += maxSignatures) {
    chunks.push(txIds.slice(start, start + maxSignatures));
  }
  await Promise.all(
    chunks.map(async (chunk) => {
      const params = [chunk, { searchTransactionHistory: true }];
      const { value } = await endpoint.read('getSignatureStatuses', params, statuses);
      if (value.length !== chunk.length) {
        throw new FerrymanError(
          'RPC_MALFORMED',
          `${endpoint.host} returned ${value.length} statuses instead of ${chunk.length}`,
        );
      }
      chunk.forEach((txId, index) => {
        const status = value[index];
        if (status) found.set(txId, status);
      });
    }),
  );
  return found;
}

/** A confirmed transaction with its effects. `undefined` if the endpoint does not have it. */
export async function findTransaction(
  endpoint: Endpoint,
  txId: string,
  commitment: 'confirmed' | 'finalized' = 'confirmed',
): Promise<LandedTransaction | undefined> {
  const options = { commitment, encoding: 'json', maxSupportedTransactionVersion: 0 };
  const found = await endpoint.read(
    'getTransaction',
    [txId, options],
    landedTransaction.nullable(),
  );
  if (found && found.transaction.signatures[0] !== txId) {
    throw new FerrymanError('RPC_MALFORMED', `${endpoint.host} answers with another transaction`);
  }
  return found ?? undefined;
}
