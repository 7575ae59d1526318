import {
  type Abi,
  type AbiParameter,
  type Address,
  decodeFunctionData,
  type Hash,
  hexToString,
  slice,
  toFunctionSignature,
} from 'viem';
import { BridgeGateway } from '../evm/artifacts/BridgeGateway.ts';
import { StandardToken } from '../evm/artifacts/StandardToken.ts';
import { SwapRouter } from '../evm/artifacts/SwapRouter.ts';
import { WrappedNative } from '../evm/artifacts/WrappedNative.ts';
import type { ChainFace, ContractCall } from '../evm/chain-face.ts';
import { ENERGY_PRICE } from './resources.ts';
import { renderTronAddress } from './tron-address.ts';
import type { TronNode } from './tron-node.ts';

/**
 * Calls rendered with separate arguments. Others have encoded arguments, as `rawParameter`. Both
 * occur in practice.
 */
const SPELLED_OUT: Abi = [...SwapRouter.abi, ...WrappedNative.abi, ...StandardToken.abi];
const CALLS: Abi = [...SPELLED_OUT, ...BridgeGateway.abi];

/** How TRON's users see calls: by signature and arguments. */
export function tronFace({ client, record }: Pick<TronNode, 'client' | 'record'>): ChainFace {
  return {
    transactionIdOf: (engineHash) => record.namedAtEngine(engineHash)?.id ?? engineHash,
    async findReceipt(id: Hash) {
      const inclusion = record.inclusion(id);
      return inclusion === undefined
        ? undefined
        : client.getTransactionReceipt({ hash: inclusion.engineHash });
    },
    renderCall,
    memoOf(engineHash) {
      const memo = record.namedAtEngine(engineHash)?.memo ?? '0x';
      return memo === '0x' ? null : hexToString(memo);
    },
    readGasPrice: async () => ({
      baseFeePerGas: 0n,
      maxFeePerGas: ENERGY_PRICE,
      maxPriorityFeePerGas: ENERGY_PRICE,
    }),
  };
}

function renderCall({ to, data, value, gasLimit }: ContractCall) {
  const { functionName, args = [] } = decodeFunctionData({ abi: CALLS, data });
  const called = CALLS.find((item) => item.type === 'function' && item.name === functionName);
  if (called?.type !== 'function') throw new Error(`There is no function ${functionName}.`);
  return {
    to: renderTronAddress(to),
    signature: toFunctionSignature(called),
    ...(SPELLED_OUT.includes(called)
      ? { arguments: called.inputs.map((input, index) => renderArgument(input, args[index])) }
      : { rawParameter: slice(data, 4).slice(2) }),
    callValue: `${value}`,
    feeLimit: Number(gasLimit * ENERGY_PRICE),
  };
}

/** One argument in tronweb's form. */
function renderArgument({ type }: AbiParameter, value: unknown) {
  return { type, value: renderValue(type, value) };
}

function renderValue(type: string, value: unknown): unknown {
  if (Array.isArray(value))
    return value.map((one) => renderValue(type.slice(0, type.lastIndexOf('[')), one));
  return type === 'address' ? renderTronAddress(value as Address) : `${value}`;
}
