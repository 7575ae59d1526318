import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { OutageLog } from '../errors/outage-log.ts';
import type { CallBudget, CallKind, ReservedCalls } from '../ports/call-budget.ts';
import { callBudgetScript } from './call-budget-script.ts';
import { connectRedis, impatient, type RedisLocation } from './connect-redis.ts';

export interface CallBudgetOptions {
  redis: RedisLocation;
  /** Prefix of the Redis key. Default: `{ferryman}`. */
  prefix?: string;
  /** Clients that share a service and a key share their calls. Redis stores only a hash of both. */
  service: { url: string; apiKey?: string };
  callsPerMinute: number;
  /** Most milliseconds that `take` waits for a call, holding a worker. Default: 2 s. */
  patience?: number;
  /** Random number from 0 to 1 that spreads retries. Default: `Math.random`. */
  random?: () => number;
  outages: OutageLog;
}

/** Percentage of the calls that polling must leave to execution. */
const reservedForExecution = 20;

/** Percentage of the calls that previews may take at most, and only while swaps leave them. */
const forPreviews = 50;

/**
 * Milliseconds for which a reserved call may be used: less than the minute in which Redis counts
 * it.
 */
const usableFor = 50_000;

/**
 * A budget of calls per minute in Redis, shared by all workers. If Redis loses it, counting
 * restarts.
 */
export function createCallBudget(
  options: CallBudgetOptions,
): CallBudget & { close(): Promise<void> } {
  const {
    service,
    callsPerMinute,
    patience = 2_000,
    prefix = '{ferryman}',
    random = Math.random,
  } = options;
  const redis = connectRedis(
    options.redis,
    impatient,
    'connection of the call budget',
    options.outages,
  );
  const key = `${prefix}:calls:${scopeOf(service)}`;
  const shareOf = (percent: number): number =>
    Math.max(1, Math.floor((callsPerMinute * percent) / 100));
  const maxCalls: Readonly<Record<CallKind, number>> = {
    execution: callsPerMinute,
    polling: shareOf(100 - reservedForExecution),
    preview: shareOf(forPreviews),
  };

  /** Takes the calls and returns 0, or returns the milliseconds until they are free. */
  async function attempt(kind: CallKind, names: readonly string[]): Promise<number> {
    try {
      return Number(await redis.eval(callBudgetScript, 1, key, maxCalls[kind], ...names));
    } catch (cause) {
      throw new FerrymanError(
        'REDIS_UNAVAILABLE',
        'the call budget of the routing service cannot be read from Redis',
        {
          cause,
        },
      );
    }
  }

  async function takeAll(kind: CallKind, names: readonly string[]): Promise<void> {
    let waited = 0;
    for (;;) {
      const wait = await attempt(kind, names);
      if (wait === 0) return;
      if (waited + wait > patience) {
        throw new FerrymanError(
          'ROUTER_BUDGET_SPENT',
          `the call budget of the routing service is spent for ${kind}`,
          {
            details: { kind, callsPerMinute },
            // Spread over the time of one more call, so that not all callers return for the same
            // one.
            retryAfter: Math.ceil(wait + (random() * 60_000) / callsPerMinute),
          },
        );
      }
      await pause(wait);
      waited += wait;
    }
  }

  return {
    take: (kind) => takeAll(kind, [randomUUID()]),

    async reserve(count, kind = 'execution'): Promise<ReservedCalls> {
      const left: { name: string; until: number }[] = [];
      const isUsable = ({ until }: { until: number }): boolean => performance.now() < until;
      const calls: ReservedCalls = {
        use() {
          const index = left.findIndex(isUsable);
          return index >= 0 && left.splice(index, 1).length > 0;
        },
        async require(wanted) {
          // A budget smaller than an order's calls could never grant them all.
          const missing = Math.min(wanted, maxCalls[kind]) - left.filter(isUsable).length;
          if (missing <= 0) return;
          const names = Array.from({ length: missing }, () => randomUUID());
          await takeAll(kind, names);
          const until = performance.now() + usableFor;
          left.push(...names.map((name) => ({ name, until })));
        },
        async giveBack() {
          const unused = left.splice(0).map(({ name }) => name);
          if (unused.length > 0) await redis.zrem(key, ...unused).catch(() => undefined);
        },
      };
      await calls.require(count);
      return calls;
    },

    async close() {
      redis.disconnect();
    },
  };
}

function scopeOf({ url, apiKey = '' }: CallBudgetOptions['service']): string {
  const { origin } = new URL(url);
  return createHash('sha256').update(`${origin}\n${apiKey}`).digest('hex').slice(0, 32);
}
