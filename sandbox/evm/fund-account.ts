import { type Address, encodeFunctionData } from 'viem';
import { isNative, type Token } from '../chains/token.ts';
import { SandboxError } from '../sandbox-error.ts';
import { StandardToken } from './artifacts/StandardToken.ts';
import { WrappedNative } from './artifacts/WrappedNative.ts';
import type { EvmChain } from './evm-chain.ts';

/**
 * Gives an account exactly so much of a token or of the native coin, on top of what it has.
 * Resolves when the latest block shows it.
 * @param amount in base units
 * @throws {SandboxError} `transaction-failed`
 */
export async function fundAccount(
  { treasury }: Pick<EvmChain, 'treasury'>,
  to: Address,
  token: Token,
  amount: bigint,
): Promise<void> {
  const hash = await treasury.submit({ ...fundingCall(token, to, amount), gas: 200_000n });
  const receipt = await treasury.mined(hash);
  if (receipt.status === 'reverted') {
    throw new SandboxError(
      'transaction-failed',
      `Funding ${to} with ${token.symbol} was reverted.`,
    );
  }
}

/**
 * New tokens are minted, so that nobody's fee is taken; native coins and their wrapped form come
 * out of stock.
 */
function fundingCall(token: Token, to: Address, amount: bigint) {
  if (isNative(token)) return { to, value: amount };
  const data =
    token.behaviour === 'wrapped-native'
      ? encodeFunctionData({ abi: WrappedNative.abi, functionName: 'transfer', args: [to, amount] })
      : encodeFunctionData({ abi: StandardToken.abi, functionName: 'mint', args: [to, amount] });
  return { to: token.address, data };
}
