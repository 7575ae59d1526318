import type { ChainClient, EngineClient } from '../evm/chain-client.ts';
import type { ChainRecord } from './chain-record.ts';
import { checkTransaction, DUPLICATE, type Refusal } from './check-transaction.ts';
import type { TronTransaction } from './tron-transaction.ts';

/** What the endpoints of the full node work with. */
export interface TronNode {
  readonly client: ChainClient;
  readonly engine: EngineClient;
  readonly record: ChainRecord;
  /** Takes a transaction for one of the next blocks. @returns why it was not taken */
  broadcast(transaction: TronTransaction): Promise<Refusal | undefined>;
}

export function createTronNode(tools: Pick<TronNode, 'client' | 'engine' | 'record'>): TronNode {
  const { record } = tools;
  return {
    ...tools,
    async broadcast(transaction) {
      const refusal = await checkTransaction(transaction, tools);
      if (refusal !== undefined) return refusal;
      // The same transaction may have come again meanwhile.
      if (record.knows(transaction.id)) return DUPLICATE;
      record.setPending([...record.pending(), transaction]);
      return undefined;
    },
  };
}
