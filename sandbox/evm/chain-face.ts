import {
  type Address,
  type Hash,
  type Hex,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem';
import type { GasPrice, RenderedTransaction } from '../common-chain.ts';
import type { ChainClient } from './chain-client.ts';

/**
 * How a chain that runs contracts shows transactions to its users, who are not always those of the
 * EVM.
 */
export interface ChainFace {
  /** The id that users know a transaction by. @param engineHash its hash at the engine */
  transactionIdOf(engineHash: Hash): Hash;
  /** @returns undefined while the transaction is in no block */
  findReceipt(id: Hash): Promise<TransactionReceipt | undefined>;
  renderCall(call: ContractCall): RenderedTransaction;
  /**
   * What a transaction says beside what it does; null if nothing, or where there is no place for
   * it.
   */
  memoOf(engineHash: Hash): string | null;
  /** What the chain asks for a unit of gas at the moment. */
  readGasPrice(): Promise<GasPrice>;
}

export interface ContractCall {
  readonly to: Address;
  readonly data: Hex;
  /** In the native coin's base units. */
  readonly value: bigint;
  /** A generous guess. */
  readonly gasLimit: bigint;
}

/** The face of an EVM chain, which shows everything as it is. */
export function evmFace(client: ChainClient): ChainFace {
  return {
    transactionIdOf: (engineHash) => engineHash,
    async findReceipt(hash) {
      try {
        return await client.getTransactionReceipt({ hash });
      } catch (error) {
        if (error instanceof TransactionReceiptNotFoundError) return undefined;
        throw error;
      }
    },
    renderCall: ({ to, data, value }) => ({ to, data, value: `${value}` }),
    memoOf: () => null,
    async readGasPrice() {
      const [block, fees] = await Promise.all([client.getBlock(), client.estimateFeesPerGas()]);
      return { baseFeePerGas: block.baseFeePerGas ?? 0n, ...fees };
    },
  };
}
