import type { Clock } from '../ports/clock.ts';
import type { Readiness } from './readiness.ts';

/** Readiness that ends when the process begins to stop, before its parts do. */
export function createRetiring(
  ready: () => Promise<Readiness>,
  clock: Clock,
): { ready(): Promise<Readiness>; retire(): void } {
  let since: number | undefined;
  return {
    retire() {
      since ??= clock.now();
    },
    ready: async () => (since === undefined ? await ready() : retired(since)),
  };
}

function retired(since: number): Readiness {
  const code = 'STOPPING';
  return {
    ok: false,
    checks: { process: 'failing' },
    codes: { process: code },
    faults: [
      {
        component: 'process',
        code,
        reason: 'the process is stopping',
        since: new Date(since).toISOString(),
      },
    ],
  };
}
