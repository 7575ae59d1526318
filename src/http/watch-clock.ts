import type { ClockReading } from '../core/gate/conditions.ts';
import { hostnameOf } from '../core/text/hostname.ts';
import type { HttpCall } from '../ports/http.ts';

/** What the header `Date` of a response says: whole seconds (RFC 9110, 6.6.1). */
const headerUnitMs = 1_000;
/** A response is a witness for so long. */
const witnessFor = 600_000;

/** The endpoints' clocks as their responses show them, without a request of its own. */
export interface ClockWatch {
  fetch: HttpCall;
  /** The worst of what the hosts show. */
  read(): ClockReading;
}

/**
 * @param now this machine's clock, in milliseconds since the epoch
 */
export function watchClock(call: HttpCall, now: () => number): ClockWatch {
  const seen = new Map<string, { at: number; atLeastOffMs: number }>();
  return {
    async fetch(url, request) {
      const before = now();
      const response = await call(url, request);
      const shown = Date.parse(response.headers.get('date') ?? '');
      if (!Number.isNaN(shown)) {
        const host = hostnameOf(new URL(url).host);
        seen.set(host, { at: now(), atLeastOffMs: offBy(shown, before, now()) });
      }
      return response;
    },
    read() {
      const fresh = [...seen].filter(([, { at }]) => now() - at <= witnessFor);
      const [worst] = fresh.sort(
        ([, a], [, b]) => Math.abs(b.atLeastOffMs) - Math.abs(a.atLeastOffMs),
      );
      if (!worst) return { kind: 'unknown' };
      const [host, { atLeastOffMs }] = worst;
      return { kind: 'read', host, atLeastOffMs };
    },
  };
}

/**
 * How far this clock is off at least: the host wrote the header at some time between request and
 * response, and within the second that it names. Above zero: this clock is behind.
 */
function offBy(shown: number, before: number, after: number): number {
  const [least, most] = [shown - after, shown + headerUnitMs - before];
  if (least > 0) return least;
  return Math.min(most, 0);
}
