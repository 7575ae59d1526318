import { isNativeToken, type TokenAddress } from '../../../core/swap/chains.ts';
import type { BalancesAtBlock } from '../../../ports/chain-adapter.ts';
import type { TonChain } from '../formats/chain.ts';
import type { Endpoint } from './endpoint.ts';
import { readNewest } from './head.ts';
import { readJettonBalance } from './jettons.ts';
import { readAccount } from './read-account.ts';

/**
 * Reads the head first. The balances include everything up to it, and may include later changes.
 * Throws `UNKNOWN_TOKEN`.
 */
export async function readBalances(
  endpoint: Endpoint,
  chain: TonChain,
  account: string,
  tokens: readonly TokenAddress[],
): Promise<BalancesAtBlock> {
  const { endLt: block } = await readNewest(endpoint);
  const balances = new Map<TokenAddress, bigint>();
  for (const token of tokens) {
    balances.set(
      token,
      isNativeToken(chain, token)
        ? (await readAccount(endpoint, account)).balance
        : await readJettonBalance(endpoint, chain, account, token),
    );
  }
  return { block, balances };
}
