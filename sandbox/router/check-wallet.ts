import type { Address } from 'viem';
import { StandardToken } from '../evm/artifacts/StandardToken.ts';
import type { GasPrice } from '../evm/chain-face.ts';
import type { EvmChain } from '../evm/evm-chain.ts';
import { isNative } from '../evm/token.ts';
import type { ProviderQuote, Route } from '../providers/provider.ts';
import { RouteError } from './router-error.ts';

interface WalletCheck {
  readonly route: Route & { readonly sender: Address };
  readonly quote: ProviderQuote;
  readonly gas: GasPrice;
}

/** Whether the wallet can pay for the swap and its gas, and has approved it. @throws {RouteError} 3001, 3003 or 3004 */
export async function checkWallet({ client, face, deployment }: EvmChain, check: WalletCheck): Promise<void> {
  const { route, quote, gas } = check;
  const { from, sender: address, amountIn } = route;
  const nativeBalance = await client.getBalance({ address });
  const balance = isNative(from)
    ? nativeBalance
    : await client.readContract({
        address: from.address,
        abi: StandardToken.abi,
        functionName: 'balanceOf',
        args: [address],
      });
  if (balance < amountIn) {
    throw new RouteError({ code: 3003, reason: 'The balance is too low', data: { tokenSymbol: from.symbol } });
  }
  const nativeNeeded = (isNative(from) ? amountIn : 0n) + quote.nativeFee + quote.gasLimit * gas.maxFeePerGas;
  if (nativeBalance < nativeNeeded) {
    const data = { tokenSymbol: deployment.native.symbol };
    throw new RouteError({ code: 3004, reason: 'The native balance does not pay for fees and gas', data });
  }
  if (quote.spender === null) return;
  const allowance = await client.readContract({
    address: from.address,
    abi: StandardToken.abi,
    functionName: 'allowance',
    args: [address, quote.spender],
  });
  if (allowance < amountIn) {
    const data = { contractAddress: face.renderAddress(quote.spender) };
    throw new RouteError({ code: 3001, reason: `${from.symbol} has to be approved`, data });
  }
}
