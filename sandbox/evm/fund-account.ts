import { type Address, encodeFunctionData } from 'viem';
import { isNative, type Token } from '../chains/token.ts';
import { SandboxError } from '../sandbox-error.ts';
import { StandardToken } from './artifacts/StandardToken.ts';
import { WrappedNative } from './artifacts/WrappedNative.ts';
import type { EvmChain } from './evm-chain.ts';

/**
 * Adds exactly `amount` of a token or the native coin to an account. Resolves when the latest block
 * shows it.
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
 * Tokens are minted, so that no transfer fee applies. Native and wrapped coins come from the
 * treasury.
 */
function fundingCall(token: Token, to: Address, amount: bigint) {
  if (isNative(token)) return { to, value: amount };
  const data =
    token.behaviour === 'wrapped-native'
      ? encodeFunctionData({ abi: WrappedNative.abi, functionName: 'transfer', args: [to, amount] })
      : encodeFunctionData({ abi: StandardToken.abi, functionName: 'mint', args: [to, amount] });
  return { to: token.address, data };
}
