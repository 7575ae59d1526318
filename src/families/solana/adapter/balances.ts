import { isNativeToken, type TokenAddress } from '../../../core/swap/chains.ts';
import type { BalancesAtBlock } from '../../../ports/chain-adapter.ts';
import type { SolanaChain } from '../formats/chain.ts';
import { associatedAccountOf } from './associated-account.ts';
import type { Endpoint } from './endpoint.ts';
import { tokenPrograms } from './programs.ts';
import { readAccounts } from './read-accounts.ts';
import { requireAccount } from './require-account.ts';
import { requireMint, requireMintAddress } from './token.ts';
import { parseTokenAccount } from './token-layouts.ts';

/**
 * Reads everything in one request and from one state: the account, the mints, and the associated
 * token accounts for both token programs, because only the mint shows which program it uses. Tokens
 * in other accounts do not count, because transactions spend the associated ones.
 */
export async function readBalances(
  endpoint: Endpoint,
  chain: SolanaChain,
  accountText: string,
  tokens: readonly TokenAddress[],
): Promise<BalancesAtBlock> {
  const owner = requireAccount(accountText);
  const mints = tokens
    .filter((token) => !isNativeToken(chain, token))
    .map((token) => requireMintAddress(chain, token));
  const held = mints.flatMap((mint) =>
    tokenPrograms.map((program) => associatedAccountOf(owner, mint, program)),
  );
  const { slot, accounts } = await readAccounts(endpoint, [owner, ...mints, ...held]);
  const balanceOf = (token: TokenAddress): bigint => {
    if (isNativeToken(chain, token)) return accounts.get(owner)?.lamports ?? 0n;
    const { program } = requireMint(chain, token, accounts.get(token));
    const found = parseTokenAccount(accounts.get(associatedAccountOf(owner, token, program)));
    return found?.owner === owner && found.mint === token ? found.amount : 0n;
  };
  return { block: slot, balances: new Map(tokens.map((token) => [token, balanceOf(token)])) };
}
