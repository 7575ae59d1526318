import type { Hash, Hex, TransactionReceipt } from 'viem';
import type { ChainClient, EngineClient } from '../evm/chain-client.ts';
import {
  type ContractResult,
  contractResultOf,
  type InternalTransaction,
  internalTransactionsOf,
  type TronLog,
  traceTransaction,
} from './call-trace.ts';
import { bandwidthGas } from './resources.ts';
import type { TronTransaction } from './tron-transaction.ts';

/** The result of an included transaction. Fees are in sun. */
export interface TransactionOutcome {
  /** Always SUCCESS for a plain transfer, which no contract can reject. */
  readonly result: ContractResult;
  readonly energyUsed: bigint;
  readonly energyFee: bigint;
  readonly netFee: bigint;
  /** The contract's return data or revert reason. */
  readonly output: Hex;
  readonly logs: readonly TronLog[];
  readonly internalTransactions: readonly InternalTransaction[];
}

/** Reads a transaction's result from the engine. @param engineHash its hash there */
export async function readOutcome(
  { client, engine }: { readonly client: ChainClient; readonly engine: EngineClient },
  { contract }: TronTransaction,
  engineHash: Hash,
): Promise<TransactionOutcome> {
  const receipt = await client.getTransactionReceipt({ hash: engineHash });
  if (contract.type === 'TransferContract') {
    const netFee = receipt.gasUsed * receipt.effectiveGasPrice;
    const nothing = {
      energyUsed: 0n,
      energyFee: 0n,
      output: '0x',
      logs: [],
      internalTransactions: [],
    } as const;
    return { result: 'SUCCESS', netFee, ...nothing };
  }
  const frame = await traceTransaction(engine, engineHash);
  return {
    ...feesOf(receipt, contract.data),
    result: contractResultOf(frame),
    output: frame.output ?? '0x',
    logs: receipt.logs.map(({ address, topics, data }) => ({ address, topics, data })),
    internalTransactions: internalTransactionsOf(frame),
  };
}

/** The refund for cleared storage can exceed the energy and reduce the bandwidth. */
function feesOf({ gasUsed, effectiveGasPrice }: TransactionReceipt, data: Hex) {
  const beyond = gasUsed - bandwidthGas(data);
  const energyUsed = beyond > 0n ? beyond : 0n;
  const energyFee = energyUsed * effectiveGasPrice;
  return { energyUsed, energyFee, netFee: gasUsed * effectiveGasPrice - energyFee };
}
