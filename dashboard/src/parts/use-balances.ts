import { useQuery } from '@tanstack/react-query';
import { useSession } from '../session/session.ts';
import { maxListed } from './list-end.tsx';

/** What wallets have, as Ferryman last read it. */
export function useBalances() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['balances'],
    queryFn: ({ signal }) => client.balances.list({}, { signal }).take(maxListed),
  });
}
