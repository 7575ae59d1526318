import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useReadingPace } from '../../../live/use-reading-pace.ts';
import { useSession } from '../../../session/session.ts';
import { spans } from './history-choice.ts';

/** More would be slow to read and to draw. */
export const maxSamples = 10_000;

/** What was read of the balances in a span, up to now. */
export function useSamples(span: keyof typeof spans) {
  const { client } = useSession();
  const refetchInterval = useReadingPace(60_000);
  return useQuery({
    queryKey: ['treasury-balances', span],
    queryFn: async ({ signal }) => {
      const { length, every } = spans[span];
      const until = Date.now();
      const query = {
        from: new Date(until - length).toISOString(),
        until: new Date(until).toISOString(),
        ...{ every, limit: '200' },
      };
      return { until, samples: await client.treasury.balances(query, { signal }).take(maxSamples) };
    },
    placeholderData: keepPreviousData,
    refetchInterval,
    // It is many pages, and changes once an hour.
    meta: { followsEvents: false },
  });
}
