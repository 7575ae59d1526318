import {
  type Address,
  getAddress,
  type Hash,
  type Hex,
  isAddress,
  isHash,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem';
import type { ChainClient } from './chain-client.ts';

/**
 * How a chain shows itself to its users. Inside the sandbox every address is the EVM's and every transaction id is 32 bytes with
 * `0x`; whatever comes in or goes out passes here.
 */
export interface ChainFace {
  readonly family: ChainFamily;
  /** @returns undefined if the text is no address of this chain, or its checksum is wrong */
  parseAddress(text: string): Address | undefined;
  renderAddress(address: Address): string;
  /** @returns undefined if the text is no transaction id of this chain */
  parseTransactionId(text: string): Hash | undefined;
  renderTransactionId(id: Hash): string;
  /** The id that users know a transaction by. @param engineHash its hash at the engine */
  transactionIdOf(engineHash: Hash): Hash;
  /** @returns undefined while the transaction is in no block */
  findReceipt(id: Hash): Promise<TransactionReceipt | undefined>;
  /** A call as a member `transaction` of the router's answers (2.5) has it. */
  renderCall(call: ContractCall): Readonly<Record<string, unknown>>;
  /** What the chain asks for a unit of gas at the moment. */
  readGasPrice(): Promise<GasPrice>;
}

type ChainFamily = 'evm' | 'tron';

export interface ContractCall {
  readonly to: Address;
  readonly data: Hex;
  /** In the native coin's base units. */
  readonly value: bigint;
  /** A generous guess. */
  readonly gasLimit: bigint;
}

/** In the native coin's base units. */
export interface GasPrice {
  readonly baseFeePerGas: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** The face of an EVM chain, which shows everything as it is. */
export function evmFace(client: ChainClient): ChainFace {
  return {
    family: 'evm',
    parseAddress: (text) => (isAddress(text) ? getAddress(text) : undefined),
    renderAddress: (address) => address,
    parseTransactionId(text) {
      const hash = text.toLowerCase();
      return isHash(hash) ? hash : undefined;
    },
    renderTransactionId: (id) => id,
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
    async readGasPrice() {
      const [block, fees] = await Promise.all([client.getBlock(), client.estimateFeesPerGas()]);
      return { baseFeePerGas: block.baseFeePerGas ?? 0n, ...fees };
    },
  };
}
