import { isNative } from '../chains/token.ts';
import type { GasPrice } from '../common-chain.ts';
import type { ChainAddress } from '../notation.ts';
import type { ProviderQuote, Route } from '../providers/provider.ts';
import type { SandboxChain } from '../sandbox-chain.ts';
import { RouteError } from './router-error.ts';

interface WalletCheck {
  readonly route: Route & { readonly sender: ChainAddress };
  readonly quote: ProviderQuote;
  readonly gas: GasPrice;
}

/**
 * Checks that the wallet can pay for the swap and its gas, and has approved the token.
 * @throws {RouteError} 3001, 3003 or 3004
 */
export async function checkWallet(
  { operations, notation, deployment }: SandboxChain,
  check: WalletCheck,
): Promise<void> {
  const { route, quote, gas } = check;
  const { from: token, sender: owner, amountIn: amount } = route;
  const { native } = deployment;
  const nativeBalance = await operations.readBalance(native, owner);
  const balance = isNative(token) ? nativeBalance : await operations.readBalance(token, owner);
  if (balance < amount) {
    throw new RouteError({
      code: 3003,
      reason: 'The balance is too low',
      data: { tokenSymbol: token.symbol },
    });
  }
  const nativeNeeded =
    (isNative(token) ? amount : 0n) + quote.nativeFee + quote.gasLimit * gas.maxFeePerGas;
  if (nativeBalance < nativeNeeded) {
    const data = { tokenSymbol: native.symbol };
    throw new RouteError({
      code: 3004,
      reason: 'The native balance does not pay for fees and gas',
      data,
    });
  }
  const { spender } = quote;
  if (spender === null) return;
  if ((await operations.findMissingApprove({ token, owner, spender, amount })) === undefined)
    return;
  const data = { contractAddress: notation.renderAddress(spender) };
  throw new RouteError({ code: 3001, reason: `${token.symbol} has to be approved`, data });
}
