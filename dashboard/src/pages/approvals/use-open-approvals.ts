import { useQuery } from '@tanstack/react-query';
import type { ApprovalList } from 'ferryman-client';
import { useSession } from '../../session/session.ts';

/** The newest that wait for a person, and how many do. `undefined`: it is not known yet. */
export function useOpenApprovals(): ApprovalList | undefined {
  const { client } = useSession();
  return useQuery({
    queryKey: ['approvals', 'open'],
    queryFn: ({ signal }) =>
      client.call('listApprovals', { query: { state: 'open', limit: '20' }, signal }),
  }).data;
}
