import type { TokenFacts } from '../../ports/chain-adapter.ts';
import { storableText } from '../json.ts';
import type { SqlSession } from '../sql-client.ts';

/** Writes nothing if the same facts are stored already. */
export async function recordToken(
  session: SqlSession,
  network: string,
  facts: TokenFacts,
): Promise<void> {
  const { address, symbol, decimals } = facts;
  await session.query(
    `insert into tokens (network, address, symbol, decimals) values ($1, $2, $3, $4)
     on conflict (network, address) do update set symbol = excluded.symbol, decimals = excluded.decimals, read_at = now()
     where (tokens.symbol, tokens.decimals) <> (excluded.symbol, excluded.decimals)`,
    [network, address, storableText(symbol), decimals],
  );
}

export async function findToken(
  session: SqlSession,
  network: string,
  address: string,
): Promise<TokenFacts | undefined> {
  const [found] = await session.query<TokenFacts>(
    'select address, symbol, decimals from tokens where network = $1 and address = $2',
    [network, address],
  );
  return found;
}
