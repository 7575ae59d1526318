import { type Address, type Hex, keccak256 } from 'viem';
import type { InspectedAddress } from '../../../ports/chain-adapter.ts';
import { minimalProxyTarget } from '../../shared/contracts/minimal-proxy.ts';
import { balanceCall, totalSupplyCall, wordOf } from '../../shared/contracts/token-calls.ts';
import { addressHex, addressText } from './accounts.ts';
import { maybeContractInfo } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { readContract } from './simulate-call.ts';

/**
 * Whether addresses are contracts and tokens, and the hashes of their code. As on EVM, a contract
 * is a token if `balanceOf(account)` and `totalSupply()` answer with a number. The hash is that of
 * the runtime code, which java-tron's `code_hash` is too; `bytecode` is what created the contract.
 * TRON's HTTP interface does not show storage, so only minimal proxies show what they delegate to.
 */
export async function inspect(
  endpoint: Endpoint,
  addresses: readonly Address[],
  account: Address,
): Promise<Map<string, InspectedAddress>> {
  const inspectOne = async (address: Address): Promise<[string, InspectedAddress]> => {
    const code = await readCode(endpoint, address);
    if (code === undefined) return [addressText(address), { hasCode: false, isToken: false }];
    const target = minimalProxyTarget(code);
    const [balance, supply, delegated] = await Promise.all([
      readContract(endpoint, balanceCall(address, account)),
      readContract(endpoint, totalSupplyCall(address)),
      target === undefined ? undefined : readCode(endpoint, target),
    ]);
    const isToken = wordOf(balance) !== undefined && wordOf(supply) !== undefined;
    const hashes = {
      codeHash: keccak256(code),
      ...(target === undefined ? {} : { implementationHash: keccak256(delegated ?? '0x') }),
    };
    return [addressText(address), { hasCode: true, isToken, ...hashes }];
  };
  return new Map(await Promise.all(addresses.map(inspectOne)));
}

/** The runtime code of a contract. `undefined`: there is none. */
async function readCode(endpoint: Endpoint, address: Address): Promise<Hex | undefined> {
  const info = { value: addressHex(address) };
  return (await endpoint.read('wallet/getcontractinfo', info, maybeContractInfo))?.runtimecode;
}
