import { type BitcoinChain, isNativeToken, type TokenAddress } from '../../core/chains.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { BalancesAtBlock } from '../../ports/chain-adapter.ts';
import { readCoins } from './coins.ts';
import type { Endpoint } from './endpoint.ts';
import { readTip } from './head.ts';
import { requireScript } from './require-account.ts';

/** What the account's coins come to, of those that are in a block and not on their way out. */
export async function readBalances(
  endpoint: Endpoint,
  chain: BitcoinChain,
  account: string,
  tokens: readonly TokenAddress[],
): Promise<BalancesAtBlock> {
  for (const token of tokens) requireNative(chain, token);
  const { height: block } = await readTip(endpoint);
  const coins = await readCoins(endpoint, account, requireScript(chain, account));
  const total = coins.reduce((sum, { value }) => sum + value, 0n);
  return { block, balances: new Map(tokens.map((token) => [token, total])) };
}

/** @throws `UNKNOWN_TOKEN` */
export function requireNative(chain: BitcoinChain, token: TokenAddress): void {
  if (isNativeToken(chain, token)) return;
  throw new FerrymanError('UNKNOWN_TOKEN', `${chain.name} has no tokens beside ${chain.nativeToken.symbol}`);
}
