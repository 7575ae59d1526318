import { numberToHex } from 'viem';
import type { TokenAddress } from '../../../core/swap/chains.ts';
import { allowanceCall, approveCall, wordOf } from '../../shared/contracts/token-calls.ts';
import type { EvmChain } from '../formats/chain.ts';
import type { EvmTransaction } from '../formats/transaction.ts';
import { bytes } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { readHead } from './head.ts';
import { requireAccount } from './require-account.ts';
import { requireTokenAddress, unknownToken } from './token.ts';

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

export function approveTransaction(
  chain: EvmChain,
  token: TokenAddress,
  spender: string,
  value: bigint,
): EvmTransaction {
  const call = approveCall(requireTokenAddress(chain, token), requireAccount(spender), value);
  return { family: 'evm', ...call, value: 0n };
}
