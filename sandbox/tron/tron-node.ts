import type { ChainClient, EngineClient } from '../evm/chain-client.ts';
import type { ChainRecord } from './chain-record.ts';
import { checkTransaction, DUPLICATE, type Refusal } from './check-transaction.ts';
import type { TronTransaction } from './tron-transaction.ts';

/** The dependencies of the full node's endpoints. */
export interface TronNode {
  readonly client: ChainClient;
  readonly engine: EngineClient;
  readonly record: ChainRecord;
  /** Adds a transaction to the mempool. @returns the refusal, if there is one */
  broadcast(transaction: TronTransaction): Promise<Refusal | undefined>;
}

export function createTronNode(tools: Pick<TronNode, 'client' | 'engine' | 'record'>): TronNode {
  const { record } = tools;
  return {
    ...tools,
    async broadcast(transaction) {
      const refusal = await checkTransaction(transaction, tools);
      if (refusal !== undefined) return refusal;
      // The same transaction may have arrived again meanwhile.
      if (record.knows(transaction.id)) return DUPLICATE;
      record.setPending([...record.pending(), transaction]);
      return undefined;
    },
  };
}
