import { useQuery } from '@tanstack/react-query';
import type { Approval } from 'ferryman-client';
import { useSession } from '../../session/session.ts';

interface OpenApprovals {
  /** The newest. */
  approvals: readonly Approval[];
  /** How many there are in all. */
  count: number;
}

/** What waits for a person. `undefined`: it is not known yet. */
export function useOpenApprovals(): OpenApprovals | undefined {
  const { client } = useSession();
  return useQuery({
    queryKey: ['approvals', 'open'],
    async queryFn({ signal }) {
      const query = { state: 'open', count: 'true', limit: '20' } as const;
      const { approvals, open = 0 } = await client.call('listApprovals', { query, signal });
      return { approvals, count: open };
    },
  }).data;
}
