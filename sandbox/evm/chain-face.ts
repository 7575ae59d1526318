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
 * How users of a contract chain see its transactions. TRON's users see them in another form than
 * the EVM's.
 */
export interface ChainFace {
  /**
   * The transaction id for users.
   * @param engineHash its hash in the engine
   */
  transactionIdOf(engineHash: Hash): Hash;
  /** @returns undefined while the transaction is in no block */
  findReceipt(id: Hash): Promise<TransactionReceipt | undefined>;
  renderCall(call: ContractCall): RenderedTransaction;
  /** The payment reference of a transaction; null if there is none or the chain has none. */
  memoOf(engineHash: Hash): string | null;
  /** The current gas price of the chain. */
  readGasPrice(): Promise<GasPrice>;
}

export interface ContractCall {
  readonly to: Address;
  readonly data: Hex;
  /** In the native coin's base units. */
  readonly value: bigint;
  /** A generous estimate. */
  readonly gasLimit: bigint;
}

/** An EVM chain shows everything as its engine does. */
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
