import { useQuery } from '@tanstack/react-query';
import { useSession } from '../session/session.ts';

interface Options {
  /** False: they are not read. */
  enabled?: boolean;
  /** `static`: for their names alone, which no event changes. */
  staleTime?: 'static';
}

/** All wallets. One name may be that of several, of different families. */
export function useWallets(options: Options = {}) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['wallets'],
    queryFn: ({ signal }) => client.wallets.list({ signal }),
    ...options,
  });
}
