import { type Address, encodeFunctionData, type Hex, hexToBigInt, parseAbi, size } from 'viem';

/** The parts of EIP-20, EIP-721, EIP-1155 and EIP-1967 that Ferryman calls. */
const abi = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function approve(address spender, uint256 value)',
  'function transfer(address to, uint256 value)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
  'function totalSupply() view returns (uint256)',
  'function decimals() view returns (uint8)',
  'function symbol() view returns (string)',
  'function implementation() view returns (address)',
]);

export interface Call {
  to: Address;
  data: Hex;
}

export function balanceCall(token: Address, account: Address): Call {
  return {
    to: token,
    data: encodeFunctionData({ abi, functionName: 'balanceOf', args: [account] }),
  };
}

export function allowanceCall(token: Address, owner: Address, spender: Address): Call {
  return {
    to: token,
    data: encodeFunctionData({ abi, functionName: 'allowance', args: [owner, spender] }),
  };
}

/**
 * EIP-20 `approve`, declared without its return value. The bytes are the same, and also fit tokens
 * that return nothing (Tether).
 */
export function approveCall(token: Address, spender: Address, value: bigint): Call {
  return {
    to: token,
    data: encodeFunctionData({ abi, functionName: 'approve', args: [spender, value] }),
  };
}

/** EIP-20 `transfer`, declared without its return value. */
export function transferCall(token: Address, to: Address, value: bigint): Call {
  return {
    to: token,
    data: encodeFunctionData({ abi, functionName: 'transfer', args: [to, value] }),
  };
}

export function operatorCall(token: Address, owner: Address, operator: Address): Call {
  return {
    to: token,
    data: encodeFunctionData({ abi, functionName: 'isApprovedForAll', args: [owner, operator] }),
  };
}

export function totalSupplyCall(token: Address): Call {
  return { to: token, data: encodeFunctionData({ abi, functionName: 'totalSupply' }) };
}

export function decimalsCall(token: Address): Call {
  return { to: token, data: encodeFunctionData({ abi, functionName: 'decimals' }) };
}

export function symbolCall(token: Address): Call {
  return { to: token, data: encodeFunctionData({ abi, functionName: 'symbol' }) };
}

/** The contract that an EIP-1967 beacon names. */
export function implementationCall(beacon: Address): Call {
  return { to: beacon, data: encodeFunctionData({ abi, functionName: 'implementation' }) };
}

/**
 * The word that a call returned. `undefined` if there is none: an account without code returns no
 * bytes, which must never be read as zero. Ignores bytes after the word, as Solidity's decoder
 * does.
 */
export function wordOf(answer: Hex): bigint | undefined {
  return size(answer) < 32 ? undefined : hexToBigInt(`0x${answer.slice(2, 66)}`);
}
