import { type Address, type Hex, keccak256, numberToHex } from 'viem';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { InspectedAddress } from '../../../ports/chain-adapter.ts';
import { minimalProxyTarget } from '../../shared/contracts/minimal-proxy.ts';
import {
  balanceCall,
  type Call,
  totalSupplyCall,
  wordOf,
} from '../../shared/contracts/token-calls.ts';
import { bytes } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { type ProxySlots, readBeacon, readProxySlots } from './implementation.ts';

/**
 * EIP-7702: the code prefix of a key's account that delegates to a contract. Its owner can change
 * the delegation at any time.
 */
const delegationPrefix = '0xef0100';

/**
 * Whether addresses are contracts and tokens, and the hashes of their code. A contract is a token
 * if `balanceOf(account)` and `totalSupply()` answer with a number. `decimals` is optional in
 * EIP-20, and an EIP-721 collection must not be called for a swap either. Nothing is reused from an
 * earlier block: code may change.
 */
export async function inspect(
  endpoint: Endpoint,
  addresses: readonly Address[],
  account: Address,
  block: bigint,
): Promise<Map<string, InspectedAddress>> {
  const tag = numberToHex(block);
  const entries = addresses.map(async (address): Promise<[Address, InspectedAddress]> => {
    // All in one HTTP request.
    const [code, slots, balance, supply] = await Promise.all([
      readCode(endpoint, address, tag),
      readProxySlots(endpoint, address, tag),
      answersNumber(endpoint, balanceCall(address, account), tag),
      answersNumber(endpoint, totalSupplyCall(address), tag),
    ]);
    if (!isContract(code)) return [address, { hasCode: false, isToken: false }];
    const implementation = await findImplementation(endpoint, code, slots, tag);
    const hashes = {
      codeHash: keccak256(code),
      ...(implementation === undefined
        ? {}
        : { implementationHash: keccak256(await readCode(endpoint, implementation, tag)) }),
    };
    return [address, { hasCode: true, isToken: balance && supply, ...hashes }];
  });
  return new Map(await Promise.all(entries));
}

/**
 * What a proxy of EIP-1167 or EIP-1967 delegates to. Only a proxy takes further requests. A proxy
 * of another kind counts as a plain contract: what it delegates to is not known.
 */
async function findImplementation(
  endpoint: Endpoint,
  code: Hex,
  { implementation, beacon }: ProxySlots,
  tag: Hex,
): Promise<Address | undefined> {
  const stored = minimalProxyTarget(code) ?? implementation;
  if (stored !== undefined || beacon === undefined) return stored;
  return readBeacon(endpoint, beacon, tag);
}

function readCode(endpoint: Endpoint, address: Address, tag: Hex): Promise<Hex> {
  return endpoint.read('eth_getCode', [address, tag], bytes);
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
