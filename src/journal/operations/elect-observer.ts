import type { ChainName } from '../../core/swap/chains.ts';
import type { SqlSession } from '../sql-client.ts';

export async function electObserver(
  session: SqlSession,
  chain: ChainName,
  holder: string,
  ttl: number,
): Promise<boolean> {
  const elected = await session.query(
    `insert into observers (chain, holder, held_until) values ($1, $2, now() + $3::float8 * interval '1 millisecond')
     on conflict (chain) do update set holder = excluded.holder, held_until = excluded.held_until
     where observers.holder = excluded.holder or observers.held_until <= now()
     returning chain`,
    [chain, holder, ttl],
  );
  return elected.length === 1;
}
