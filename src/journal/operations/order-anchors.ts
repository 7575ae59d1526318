import type { SwapId } from '../../core/swap/ids.ts';
import type { OrderAnchors } from '../../ports/stores/deposit-store.ts';
import type { SqlSession } from '../sql-client.ts';

/** The earliest anchors of all orders of the swap, closed ones too. */
export async function orderAnchors(session: SqlSession, id: SwapId): Promise<OrderAnchors> {
  const [row] = await session.query<{ destination: bigint | null; deposit: bigint | null }>(
    'select min(destination_anchor) as destination, min(deposit_anchor) as deposit from orders where swap_id = $1',
    [id],
  );
  const { destination, deposit } = row ?? { destination: null, deposit: null };
  return {
    ...(destination === null ? {} : { destination }),
    ...(deposit === null ? {} : { deposit }),
  };
}
