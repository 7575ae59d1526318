import { type Address, type Hex, numberToHex } from 'viem';
import {
  type ContractResult,
  contractResultOf,
  type InternalTransaction,
  internalTransactionsOf,
  logsOf,
  type TronLog,
  traceCall,
} from './call-trace.ts';
import type { TronBlock } from './chain-record.ts';
import { bandwidthGas } from './resources.ts';
import type { TronNode } from './tron-node.ts';

export interface ConstantCall {
  readonly owner: Address;
  readonly contract: Address;
  /** In sun. */
  readonly callValue: bigint;
  readonly data: Hex;
}

export interface PlayedCall {
  readonly result: ContractResult;
  /**
   * The energy limit that the call needs. The charged energy can be lower if storage is cleared.
   */
  readonly energyUsed: bigint;
  readonly output: Hex;
  readonly logs: readonly TronLog[];
  readonly internalTransactions: readonly InternalTransaction[];
}

/** More than any transaction can pay for. */
const GAS = 100_000_000n;

/**
 * Simulates a contract call on top of a block, without any change.
 * @returns the result, or java-tron's text why it cannot run
 */
export async function playCall(
  { client, engine }: TronNode,
  { owner, contract, callValue, data }: ConstantCall,
  { number }: TronBlock,
): Promise<PlayedCall | string> {
  const blockNumber = BigInt(number);
  const [code, balance] = await Promise.all([
    client.getCode({ address: contract, blockNumber }),
    client.getBalance({ address: owner, blockNumber }),
  ]);
  if (code === undefined) return 'Contract validate error : Smart contract is not exist.';
  if (balance < callValue) {
    return 'Contract validate error : Validate InternalTransfer error, balance is not sufficient.';
  }
  const call = {
    from: owner,
    to: contract,
    value: numberToHex(callValue),
    data,
    gas: numberToHex(GAS),
  };
  const frame = await traceCall(engine, call, numberToHex(blockNumber));
  const result = contractResultOf(frame);
  const gas =
    result === 'SUCCESS'
      ? await client.estimateGas({
          account: owner,
          to: contract,
          value: callValue,
          data,
          gas: GAS,
          gasPrice: 0n,
          blockNumber,
        })
      : BigInt(frame.gasUsed);
  const beyond = gas - bandwidthGas(data);
  return {
    result,
    energyUsed: beyond > 0n ? beyond : 0n,
    output: frame.output ?? '0x',
    logs: logsOf(frame),
    internalTransactions: internalTransactionsOf(frame),
  };
}
