import { type Address, decodeAbiParameters, isAddressEqual, zeroAddress } from 'viem';
import { maxBaseUnits } from '../../../core/amounts/amounts.ts';
import {
  addressOf,
  approvalTopic,
  type Log,
  parseTransfer,
  transferTopic,
  wordAt,
} from './token-logs.ts';

/**
 * EIP-7528: the emitter of the transfers of native coins that `eth_simulateV1` adds to the logs
 * (`traceTransfers`).
 */
const nativeEmitter: Address = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';

/** keccak-256 of `ApprovalForAll(address,address,bool)` (EIP-721, EIP-1155). */
const approvalForAllTopic = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31';
/**
 * keccak-256 of EIP-1155's `TransferSingle(address,address,address,uint256,uint256)` and its batch
 * variant.
 */
const transferSingleTopic = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
const transferBatchTopic = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';
/**
 * keccak-256 of Permit2's `Approval` and `Permit`, both of owner, token, spender, amount and more.
 */
const permit2ApprovalTopic = '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b';
const permit2PermitTopic = '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec';

/** What a log claims. Ferryman measures the claim if the contract can be queried. */
export type LoggedEffect =
  | { kind: 'native'; from: Address; to: Address; amount: bigint }
  | {
      kind: 'transfer';
      token: Address;
      from: Address;
      to: Address;
      amount: bigint;
      measured: 'balance' | undefined;
    }
  | {
      kind: 'permission';
      token: Address;
      owner: Address;
      spender: Address;
      value: bigint;
      measured: 'allowance' | 'operator' | undefined;
    };

/**
 * Parses a log that moves tokens or permissions. Tokens with ids and Permit2 cannot be measured by
 * address alone.
 */
export function parseEffect(log: Log): LoggedEffect | undefined {
  const [topic, ...indexed] = log.topics;
  const [first, second, third] = indexed.map(addressOf);
  const token = log.address;
  if (!first || !second) return undefined;
  switch (topic) {
    case transferTopic: {
      const transfer = parseTransfer(log);
      if (!transfer)
        return {
          kind: 'transfer',
          token,
          from: first,
          to: second,
          amount: 1n,
          measured: undefined,
        };
      return isAddressEqual(token, nativeEmitter)
        ? { kind: 'native', from: first, to: second, amount: transfer.amount }
        : { kind: 'transfer', ...transfer, measured: 'balance' };
    }
    case transferSingleTopic:
    case transferBatchTopic:
      if (!third) return undefined;
      return {
        kind: 'transfer',
        token,
        from: second,
        to: third,
        amount: amountOfIds(log),
        measured: undefined,
      };
    case approvalTopic: {
      const permission = { kind: 'permission', token, owner: first, spender: second } as const;
      if (indexed.length === 2)
        return { ...permission, value: wordAt(log.data, 0), measured: 'allowance' };
      // EIP-721: approving the zero address revokes an approval, as every transfer does.
      return {
        ...permission,
        value: isAddressEqual(second, zeroAddress) ? 0n : 1n,
        measured: undefined,
      };
    }
    case approvalForAllTopic: {
      const value = wordAt(log.data, 0) === 0n ? 0n : maxBaseUnits;
      return {
        kind: 'permission',
        token,
        owner: first,
        spender: second,
        value,
        measured: 'operator',
      };
    }
    case permit2ApprovalTopic:
    case permit2PermitTopic: {
      if (!third) return undefined;
      const value = wordAt(log.data, 0);
      return {
        kind: 'permission',
        token: second,
        owner: first,
        spender: third,
        value,
        measured: undefined,
      };
    }
    default:
      return undefined;
  }
}

/**
 * The amount of an EIP-1155 token that a log moves, summed over all ids. One if it cannot be read,
 * because something moved.
 */
function amountOfIds({ topics, data }: Log): bigint {
  if (topics[0] === transferSingleTopic) return wordAt(data, 1);
  try {
    const [, values] = decodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], data);
    return values.reduce((sum, value) => sum + value, 0n);
  } catch {
    // A malformed log calls for more care, not less.
    return 1n;
  }
}
