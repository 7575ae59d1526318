import type { Address } from 'viem';
import { isNative, type Token } from '../chains/token.ts';
import { StandardToken } from './artifacts/StandardToken.ts';
import type { EvmChain } from './evm-chain.ts';

/** The balance of an account at the latest block, in base units. */
export function readBalance(
  { client }: Pick<EvmChain, 'client'>,
  token: Token,
  owner: Address,
): Promise<bigint> {
  if (isNative(token)) return client.getBalance({ address: owner });
  return client.readContract({
    address: token.address,
    abi: StandardToken.abi,
    functionName: 'balanceOf',
    args: [owner],
  });
}
