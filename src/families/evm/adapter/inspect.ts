import { type Address, type Hex, numberToHex } from 'viem';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { InspectedAddress } from '../../../ports/chain-adapter.ts';
import {
  balanceCall,
  type Call,
  totalSupplyCall,
  wordOf,
} from '../../shared/contracts/token-calls.ts';
import { bytes } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * EIP-7702: the code prefix of a key's account that delegates to a contract. Its owner can change
 * the delegation at any time.
 */
const delegationPrefix = '0xef0100';

/**
 * Whether addresses are contracts and tokens. A contract is a token if `balanceOf(account)` and
 * `totalSupply()` answer with a number. `decimals` is optional in EIP-20, and an EIP-721 collection
 * must not be called for a swap either.
 */
export async function inspect(
  endpoint: Endpoint,
  addresses: readonly Address[],
  account: Address,
  block: bigint,
): Promise<Map<string, InspectedAddress>> {
  const tag = numberToHex(block);
  const entries = addresses.map(async (address) => {
    const [code, balance, supply] = await Promise.all([
      endpoint.read('eth_getCode', [address, tag], bytes),
      answersNumber(endpoint, balanceCall(address, account), tag),
      answersNumber(endpoint, totalSupplyCall(address), tag),
    ]);
    return [address, { hasCode: isContract(code), isToken: balance && supply }] as const;
  });
  return new Map(await Promise.all(entries));
}

function isContract(code: Hex): boolean {
  return code !== '0x' && !code.toLowerCase().startsWith(delegationPrefix);
}

async function answersNumber(endpoint: Endpoint, call: Call, tag: Hex): Promise<boolean> {
  try {
    return wordOf(await endpoint.read('eth_call', [call, tag], bytes)) !== undefined;
  } catch (error) {
    if (error instanceof FerrymanError && error.code === 'TRANSACTION_REVERTS') return false;
    throw error;
  }
}
