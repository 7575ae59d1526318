import { expect, it } from 'vitest';
import type { ApiDependencies } from '../../src/api/api-environment.ts';
import { stopEndpoints } from '../../src/api/endpoints/stops.ts';
import type { Stop } from '../../src/ports/stores/stop-store.ts';

it('a stop says which provider its name means, and nothing of names of other things', async () => {
  const stopped = (scope: Stop['scope'], subject: string): Stop =>
    ({ scope, subject, reason: 'x', by: 'y', since: 0 }) as Stop;
  const journal = {
    stops: async () => [
      stopped('provider', 'HOUDINI'),
      stopped('provider', 'LIFI'),
      stopped('wallet', 'houdini'),
    ],
  } as unknown as ApiDependencies['journal'];
  const [list] = stopEndpoints({ journal, chains: [], additionalProviders: [] });
  const { body } = (await list!.handle({} as never)) as { body: unknown };
  expect(body).toMatchObject({
    stops: [{ subject: 'HOUDINI', sameAs: 'houdini_bridge' }, { subject: 'LIFI' }, {}],
  });
  const { stops } = body as { stops: readonly object[] };
  expect(stops.map((stop) => 'sameAs' in stop)).toEqual([true, false, false]);
});
