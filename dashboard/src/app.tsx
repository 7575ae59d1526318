import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { isFerrymanError } from 'ferryman-client';
import { router } from './routes.tsx';
import { SessionGate } from './session/session-gate.tsx';

/** Events refresh what is shown (`live/live-events.tsx`), not a clock. */
const queries: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: false },
    mutations: { retry: false },
  },
  queryCache: new QueryCache({
    onError(error, { queryKey }) {
      const isOver = isFerrymanError(error, 'UNAUTHORIZED') && queryKey[0] !== 'session';
      if (isOver) void queries.resetQueries({ queryKey: ['session'] });
    },
  }),
});

export function App() {
  return (
    <QueryClientProvider client={queries}>
      <SessionGate>
        <RouterProvider router={router} />
      </SessionGate>
    </QueryClientProvider>
  );
}
