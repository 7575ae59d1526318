import { toFerrymanError } from '../errors/ferryman-error.ts';
import { judgeRouter, type RouterCall, type RouterHealth } from '../ports/router-health.ts';
import { requestReachable } from './request-reachable.ts';

export interface RouterHealthOptions {
  baseUrl: string;
  /** For one call of a swap, in milliseconds. */
  timeoutMs: number;
  fetch?: typeof fetch;
  now: () => number;
}

/** An answer says for so long whether the service is there, in milliseconds. */
const freshFor = 60_000;

/** Readiness waits no longer than this for a part, in milliseconds. */
const askedWithin = 3_000;

/** Remembers what the service's calls came to, and asks by itself only where there were none. */
export function createRouterHealth({ baseUrl, timeoutMs, fetch: ask = fetch, now }: RouterHealthOptions): RouterHealth {
  let lastCall: { outcome: RouterCall['outcome']; at: number } | undefined;
  let asked: { answer: Promise<RouterCall['outcome']>; at: number } | undefined;

  async function reach(): Promise<RouterCall['outcome']> {
    try {
      await requestReachable({ url: baseUrl, timeoutMs: Math.min(timeoutMs, askedWithin), fetch: ask });
      return 'ok';
    } catch (cause) {
      return toFerrymanError(cause).code;
    }
  }

  const health: RouterHealth = {
    called(outcome) {
      if (judgeRouter(outcome) !== 'unknown') lastCall = { outcome, at: now() };
    },
    last() {
      return lastCall && { outcome: lastCall.outcome, age: Math.max(0, now() - lastCall.at) };
    },
    async read(known) {
      const own = health.last();
      const newest = own && (known === undefined || own.age <= known.age) ? own : known;
      if (newest && newest.age < freshFor) return newest;
      if (!asked || now() - asked.at >= freshFor) asked = { answer: reach(), at: now() };
      const { answer, at } = asked;
      const reached: RouterCall = { outcome: await answer, age: Math.max(0, now() - at) };
      // That it can be reached says nothing about its key.
      return newest?.outcome === 'ROUTER_UNAUTHORIZED' && reached.outcome === 'ok' ? newest : reached;
    },
  };
  return health;
}
