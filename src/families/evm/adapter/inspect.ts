import { type Address, type Hex, numberToHex } from 'viem';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import {
  balanceCall,
  type Call,
  totalSupplyCall,
  wordOf,
} from '../../shared/contracts/token-calls.ts';
import { bytes } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * EIP-7702: what stands where code would be, if an account with a key has delegated itself. It can
 * be changed at any time.
 */
const delegationPrefix = '0xef0100';

/**
 * What addresses are. A token is whatever answers `balanceOf(account)` and `totalSupply()` with a
 * number: `decimals` is optional in EIP-20, and a collection of EIP-721 tokens is nothing to call
 * for a swap either.
 */
export async function inspect(
  endpoint: Endpoint,
  addresses: readonly Address[],
  account: Address,
  block: bigint,
): Promise<Map<string, { hasCode: boolean; isToken: boolean }>> {
  const tag = numberToHex(block);
  const entries = addresses.map(async (address) => {
    const [code, balance, supply] = await Promise.all([
      endpoint.read('eth_getCode', [address, tag], bytes),
      answers(endpoint, balanceCall(address, account), tag),
      answers(endpoint, totalSupplyCall(address), tag),
    ]);
    return [address, { hasCode: isContract(code), isToken: balance && supply }] as const;
  });
  return new Map(await Promise.all(entries));
}

function isContract(code: Hex): boolean {
  return code !== '0x' && !code.toLowerCase().startsWith(delegationPrefix);
}

async function answers(endpoint: Endpoint, call: Call, tag: Hex): Promise<boolean> {
  try {
    return wordOf(await endpoint.read('eth_call', [call, tag], bytes)) !== undefined;
  } catch (error) {
    if (error instanceof FerrymanError && error.code === 'TRANSACTION_REVERTS') return false;
    throw error;
  }
}
