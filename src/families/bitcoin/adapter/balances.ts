import { isNativeToken, type TokenAddress } from '../../../core/swap/chains.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { BalancesAtBlock } from '../../../ports/chain-adapter.ts';
import type { BitcoinChain } from '../formats/chain.ts';
import type { Endpoint } from './endpoint.ts';
import { sumOf } from './funded-transaction.ts';
import { readTip } from './head.ts';
import { requireScript } from './require-account.ts';

/**
 * What the account's coins come to, of those that are in a block and not on their way out, with
 * what its own transactions bring back: that can be spent only once it is in a block, and is the
 * account's all the same.
 */
export async function readBalances(
  endpoint: Endpoint,
  chain: BitcoinChain,
  account: string,
  tokens: readonly TokenAddress[],
): Promise<BalancesAtBlock> {
  for (const token of tokens) requireNative(chain, token);
  const { number: block } = await readTip(endpoint);
  const { spendable, onTheirWay } = await endpoint.coins(account, requireScript(chain, account));
  const total = sumOf([...spendable, ...onTheirWay]);
  return { block, balances: new Map(tokens.map((token) => [token, total])) };
}

/** @throws `UNKNOWN_TOKEN` */
export function requireNative(chain: BitcoinChain, token: TokenAddress): void {
  if (isNativeToken(chain, token)) return;
  throw new FerrymanError(
    'UNKNOWN_TOKEN',
    `${chain.name} has no tokens beside ${chain.nativeToken.symbol}`,
  );
}
