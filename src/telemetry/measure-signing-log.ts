import type { Metrics } from '../ports/metrics.ts';
import type { SigningLog } from '../ports/signing-log.ts';

/** Wraps a signing log: times its entries, from the request until they are on disk. */
export function measureSigningLog(
  signingLog: SigningLog,
  metrics: Pick<Metrics, 'signingLogged'>,
): SigningLog {
  return {
    ...signingLog,
    async record(entries) {
      const start = performance.now();
      const logged = (outcome: 'ok' | 'failed'): void =>
        metrics.signingLogged(outcome, (performance.now() - start) / 1_000);
      try {
        await signingLog.record(entries);
      } catch (cause) {
        logged('failed');
        throw cause;
      }
      logged('ok');
    },
  };
}
