import { encodeFunctionData } from 'viem';
import { isNative } from '../chains/token.ts';
import type { RenderedTransaction, WantedAllowance } from '../common-chain.ts';
import { StandardToken } from './artifacts/StandardToken.ts';
import type { EvmChain } from './evm-chain.ts';

const APPROVE_GAS = 100_000n;

/**
 * The approve that the allowance on chain still lacks. Like the deployed service it does not reset
 * an old allowance to zero, which USDT needs.
 */
export async function findMissingApprove(
  { client, face }: Pick<EvmChain, 'client' | 'face'>,
  { token, owner, spender, amount }: WantedAllowance,
): Promise<RenderedTransaction | undefined> {
  if (isNative(token)) return undefined;
  const allowance = await client.readContract({
    address: token.address,
    abi: StandardToken.abi,
    functionName: 'allowance',
    args: [owner, spender],
  });
  if (allowance >= amount) return undefined;
  const data = encodeFunctionData({
    abi: StandardToken.abi,
    functionName: 'approve',
    args: [spender, amount],
  });
  return face.renderCall({ to: token.address, data, value: 0n, gasLimit: APPROVE_GAS });
}
