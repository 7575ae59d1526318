import type { Address } from 'viem';
import { balanceCall, totalSupplyCall, wordOf } from '../../shared/contracts/token-calls.ts';
import { addressHex, addressText } from './accounts.ts';
import { maybeContract } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { readContract } from './play-call.ts';

/**
 * What addresses are. A token is whatever answers `balanceOf(account)` and `totalSupply()` with a
 * number, as on EVM.
 */
export async function inspect(
  endpoint: Endpoint,
  addresses: readonly Address[],
  account: Address,
): Promise<Map<string, { hasCode: boolean; isToken: boolean }>> {
  const look = async (
    address: Address,
  ): Promise<[string, { hasCode: boolean; isToken: boolean }]> => {
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
  return new Map(await Promise.all(addresses.map(look)));
}
