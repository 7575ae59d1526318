import type { TokenAddress } from '../../../core/swap/chains.ts';
import { allowanceCall, approveCall, wordOf } from '../../shared/contracts/token-calls.ts';
import type { TronChain } from '../formats/chain.ts';
import type { TronTransaction } from '../formats/transaction.ts';
import { addressText, requireAccount } from './accounts.ts';
import type { Endpoint } from './endpoint.ts';
import { readLatest } from './head.ts';
import { readContract } from './simulate-call.ts';
import { requireToken, unknownToken } from './token.ts';

/** @returns `block` as in `readBalances` */
export async function readAllowance(
  endpoint: Endpoint,
  chain: TronChain,
  account: string,
  token: TokenAddress,
  spender: string,
): Promise<{ value: bigint; block: bigint }> {
  const address = requireToken(chain, token);
  const call = allowanceCall(address, requireAccount(account), requireAccount(spender));
  const { number: latest } = await readLatest(endpoint);
  const value = wordOf(await readContract(endpoint, call));
  if (value === undefined) throw unknownToken(chain, address);
  return { value, block: latest };
}

/** TRC-20 `approve` is EIP-20's. */
export function approveTransaction(
  chain: TronChain,
  token: TokenAddress,
  spender: string,
  value: bigint,
): TronTransaction {
  const { to, data } = approveCall(requireToken(chain, token), requireAccount(spender), value);
  return { family: 'tron', to: addressText(to), data, value: 0n };
}
