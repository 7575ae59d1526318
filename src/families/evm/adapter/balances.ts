import { numberToHex } from 'viem';
import { isNativeToken, type TokenAddress } from '../../../core/swap/chains.ts';
import type { BalancesAtBlock } from '../../../ports/chain-adapter.ts';
import { balanceCall, wordOf } from '../../shared/contracts/token-calls.ts';
import type { EvmChain } from '../formats/chain.ts';
import { bytes, quantity } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { readHead } from './head.ts';
import { requireAccount } from './require-account.ts';
import { requireTokenAddress, unknownToken } from './token.ts';

interface BalancesRequest {
  account: string;
  tokens: readonly TokenAddress[];
  maxAge: number | undefined;
}

/** Every request names the block, so that the balances are consistent. */
export async function readBalances(
  endpoint: Endpoint,
  chain: EvmChain,
  { account: accountText, tokens, maxAge }: BalancesRequest,
): Promise<BalancesAtBlock> {
  const account = requireAccount(accountText);
  const { latest } = await readHead(endpoint, chain, maxAge);
  const block = numberToHex(latest);
  const read = async (token: TokenAddress): Promise<[TokenAddress, bigint]> => {
    if (isNativeToken(chain, token))
      return [token, await endpoint.read('eth_getBalance', [account, block], quantity)];
    const address = requireTokenAddress(chain, token);
    const balance = wordOf(
      await endpoint.read('eth_call', [balanceCall(address, account), block], bytes),
    );
    if (balance === undefined) throw unknownToken(chain, address);
    return [token, balance];
  };
  return { block: latest, balances: new Map(await Promise.all(tokens.map(read))) };
}
