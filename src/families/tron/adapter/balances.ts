import type { Address } from 'viem';
import { isNativeToken, type TokenAddress } from '../../../core/swap/chains.ts';
import type { BalancesAtBlock } from '../../../ports/chain-adapter.ts';
import { balanceCall, wordOf } from '../../shared/contracts/token-calls.ts';
import type { TronChain } from '../formats/chain.ts';
import { addressHex, requireAccount } from './accounts.ts';
import { account } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { readLatest } from './head.ts';
import { readContract } from './simulate-call.ts';
import { requireToken, unknownToken } from './token.ts';

/**
 * Nodes answer from their newest state without naming its block. `block` is read first, so the
 * balances include everything up to it.
 */
export async function readBalances(
  endpoint: Endpoint,
  chain: TronChain,
  accountText: string,
  tokens: readonly TokenAddress[],
): Promise<BalancesAtBlock> {
  const owner = requireAccount(accountText);
  const { number: latest } = await readLatest(endpoint);
  const read = async (token: TokenAddress): Promise<[TokenAddress, bigint]> => {
    if (isNativeToken(chain, token)) return [token, await readNativeBalance(endpoint, owner)];
    const address = requireToken(chain, token);
    const balance = wordOf(await readContract(endpoint, balanceCall(address, owner)));
    if (balance === undefined) throw unknownToken(chain, address);
    return [token, balance];
  };
  return { block: latest, balances: new Map(await Promise.all(tokens.map(read))) };
}

/** Sun that the account can spend now, without staked coins. */
export async function readNativeBalance(endpoint: Endpoint, owner: Address): Promise<bigint> {
  const { balance } = await endpoint.read(
    'wallet/getaccount',
    { address: addressHex(owner) },
    account,
  );
  return balance;
}
