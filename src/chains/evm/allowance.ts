import { encodeFunctionData, numberToHex, parseAbi } from 'viem';
import type { EvmChain, TokenAddress } from '../../core/chains.ts';
import type { EvmTransaction } from '../../core/transaction-object.ts';
import { allowanceCall, wordOf } from '../contracts/token-calls.ts';
import { bytes } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { readHead } from './head.ts';
import { requireAccount } from './require-account.ts';
import { requireTokenAddress, unknownToken } from './token.ts';

const approveAbi = parseAbi(['function approve(address spender, uint256 value)']);

export async function readAllowance(
  endpoint: Endpoint,
  chain: EvmChain,
  account: string,
  token: TokenAddress,
  spender: string,
): Promise<{ value: bigint; block: bigint }> {
  const address = requireTokenAddress(chain, token);
  const call = allowanceCall(address, requireAccount(account), requireAccount(spender));
  const { latest } = await readHead(endpoint, chain);
  const value = wordOf(await endpoint.read('eth_call', [call, numberToHex(latest)], bytes));
  if (value === undefined) throw unknownToken(chain, address);
  return { value, block: latest };
}

/** EIP-20 `approve`. Tokens that return nothing from it (Tether) take the same bytes. */
export function approveTransaction(
  chain: EvmChain,
  token: TokenAddress,
  spender: string,
  value: bigint,
): EvmTransaction {
  const args = [requireAccount(spender), value] as const;
  const data = encodeFunctionData({ abi: approveAbi, functionName: 'approve', args });
  return { family: 'evm', to: requireTokenAddress(chain, token), data, value: 0n };
}
