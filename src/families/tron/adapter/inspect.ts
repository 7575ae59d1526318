import type { Address } from 'viem';
import type { InspectedAddress } from '../../../ports/chain-adapter.ts';
import { balanceCall, totalSupplyCall, wordOf } from '../../shared/contracts/token-calls.ts';
import { addressHex, addressText } from './accounts.ts';
import { maybeContract } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { readContract } from './simulate-call.ts';

/**
 * Whether addresses are contracts and tokens. As on EVM, a contract is a token if
 * `balanceOf(account)` and `totalSupply()` answer with a number.
 */
export async function inspect(
  endpoint: Endpoint,
  addresses: readonly Address[],
  account: Address,
): Promise<Map<string, InspectedAddress>> {
  const inspectOne = async (address: Address): Promise<[string, InspectedAddress]> => {
    const contract = await endpoint.read(
      'wallet/getcontract',
      { value: addressHex(address) },
      maybeContract,
    );
    if (contract === undefined) return [addressText(address), { hasCode: false, isToken: false }];
    const [balance, supply] = await Promise.all([
      readContract(endpoint, balanceCall(address, account)),
      readContract(endpoint, totalSupplyCall(address)),
    ]);
    const isToken = wordOf(balance) !== undefined && wordOf(supply) !== undefined;
    return [addressText(address), { hasCode: true, isToken }];
  };
  return new Map(await Promise.all(addresses.map(inspectOne)));
}
