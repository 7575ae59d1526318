import {
  type Address,
  getAddress,
  type Hash,
  type Hex,
  hexToBigInt,
  pad,
  size,
  slice,
  zeroAddress,
} from 'viem';

/**
 * keccak-256 of `Transfer(address,address,uint256)`: EIP-20 with three topics, EIP-721 with four.
 */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/**
 * keccak-256 of `Approval(address,address,uint256)`: EIP-20 with three topics, EIP-721 with four.
 */
export const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';

/** WETH9 logs these instead of transfers from and to the zero address. */
const depositTopic = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c';
const withdrawalTopic = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65';

/** A log of the EVM or the TVM. */
export interface Log {
  address: Address;
  topics: readonly Hash[];
  data: Hex;
}

export interface TransferLog {
  token: Address;
  from: Address;
  to: Address;
  amount: bigint;
}

/** An EIP-20 transfer. `undefined` for other logs, including EIP-721 transfers. */
export function parseTransfer({ address, topics, data }: Log): TransferLog | undefined {
  const [topic, from, to, ...others] = topics;
  if (topic !== transferTopic || !from || !to || others.length > 0 || size(data) < 32)
    return undefined;
  return { token: address, from: addressOf(from), to: addressOf(to), amount: wordAt(data, 0) };
}

/**
 * WETH9's wrapping and unwrapping as transfers from and to the zero address. Call it only for the
 * canonical wrapped coin.
 */
export function parseWrapping({ address, topics, data }: Log): TransferLog | undefined {
  const [topic, account] = topics;
  if (!account || topics.length !== 2 || size(data) < 32) return undefined;
  const moved = { token: address, amount: wordAt(data, 0) };
  if (topic === depositTopic) return { ...moved, from: zeroAddress, to: addressOf(account) };
  if (topic === withdrawalTopic) return { ...moved, from: addressOf(account), to: zeroAddress };
  return undefined;
}

/** An address as a log topic. */
export function topicOf(address: Address): Hash {
  return pad(address.toLowerCase() as Hex, { size: 32 });
}

export function addressOf(topic: Hash): Address {
  return getAddress(slice(topic, 12));
}

/** The `index`th 32-byte word of log data; zero past its end. */
export function wordAt(data: Hex, index: number): bigint {
  const start = 2 + index * 64;
  const word = data.slice(start, start + 64);
  return word.length === 64 ? hexToBigInt(`0x${word}`) : 0n;
}
