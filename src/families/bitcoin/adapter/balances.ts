import { isNativeToken, type TokenAddress } from '../../../core/swap/chains.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { BalancesAtBlock } from '../../../ports/chain-adapter.ts';
import type { BitcoinChain } from '../formats/chain.ts';
import type { Endpoint } from './endpoint.ts';
import { sumOf } from './funded-transaction.ts';
import { readTip } from './head.ts';
import type { Wallet } from './wallets.ts';

/**
 * The sum of the wallet's confirmed and unspent coins, plus the unconfirmed change of its own
 * transactions, which it owns but cannot spend before it is in a block.
 */
export async function readBalances(
  endpoint: Endpoint,
  chain: BitcoinChain,
  wallet: Wallet,
  tokens: readonly TokenAddress[],
): Promise<BalancesAtBlock> {
  for (const token of tokens) requireNative(chain, token);
  const { number: block } = await readTip(endpoint);
  const { spendable, onTheirWay } = await endpoint.coins(wallet.places);
  const total = sumOf([...spendable, ...onTheirWay]);
  return { block, balances: new Map(tokens.map((token) => [token, total])) };
}

/** @throws `UNKNOWN_TOKEN` */
export function requireNative(chain: BitcoinChain, token: TokenAddress): void {
  if (isNativeToken(chain, token)) return;
  throw new FerrymanError(
    'UNKNOWN_TOKEN',
    `${chain.name} has no token other than ${chain.nativeToken.symbol}`,
  );
}
