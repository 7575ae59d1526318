import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../session/session.ts';

/** A swap, its events, what was signed for it and its orders, read together. */
export function useSwap(id: string) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['swap', id],
    queryFn: async ({ signal }) => {
      const [{ swap, events }, { record }, { orders }] = await Promise.all([
        client.swaps.get(id, { signal }),
        client.swaps.record(id, { signal }),
        client.swaps.orders(id, { signal }),
      ]);
      return { swap, events, record, orders };
    },
  });
}
