import { isNativeToken, type TokenAddress, type TonChain } from '../../core/chains.ts';
import type { BalancesAtBlock } from '../../ports/chain-adapter.ts';
import { accountInformation } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { readNewest } from './head.ts';
import { readJettonBalance } from './jettons.ts';

/** The head is read first: what is in it is in the balances, and something later may be too. Throws `UNKNOWN_TOKEN`. */
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
        ? (await endpoint.read('getAddressInformation', { address: account }, accountInformation)).balance
        : await readJettonBalance(endpoint, chain, account, token),
    );
  }
  return { block, balances };
}
