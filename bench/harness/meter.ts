import { readCounter } from './api-client.ts';
import type { Ferryman } from './ferryman.ts';
import { treeCpuMs } from './process-stats.ts';
import type { Servers } from './servers.ts';
import type { StandIns } from './stand-ins.ts';

/** All counters at one moment, or their growth between two. */
export interface Reading {
  /** Milliseconds. */
  at: number;
  executorCpuMs: number;
  postgresCpuMs: number;
  redisCpuMs: number;
  /** Router calls and JSON-RPC requests to the stand-ins. Each member of a batch counts. */
  router: number;
  rpc: number;
  rpcRequests: number;
  sql: number;
  redis: number;
  /** Undefined if this version of Ferryman does not count jobs. */
  jobs: number | undefined;
}

export interface Metered {
  ferryman: Ferryman;
  servers: Servers;
  standIns: StandIns;
  databaseUrl: string;
}

export async function readAll({
  ferryman,
  servers,
  standIns,
  databaseUrl,
}: Metered): Promise<Reading> {
  const [jobs, executorCpuMs, postgresCpuMs, redisCpuMs, counts, sql, redis] = await Promise.all([
    readCounter(ferryman, 'ferryman_queue_jobs_total'),
    ferryman.cpuMs(),
    treeCpuMs(servers.postgres.pid()),
    treeCpuMs(servers.redis.pid()),
    standIns.counts(),
    servers.statements(databaseUrl),
    servers.redisCommands(),
  ]);
  const unknown = Object.keys(counts.unknown);
  if (unknown.length > 0)
    throw new Error(
      `the stand-ins do not implement these requested methods: ${unknown.join(', ')}`,
    );
  const sum = (calls: Record<string, number>): number =>
    Object.values(calls).reduce((total, one) => total + one, 0);
  return {
    at: performance.now(),
    executorCpuMs,
    postgresCpuMs,
    redisCpuMs,
    router: sum(counts.router),
    rpc: sum(counts.rpc),
    rpcRequests: counts.rpcRequests,
    sql,
    redis,
    jobs,
  };
}

/** The growth between two readings. */
export function difference(before: Reading, after: Reading): Reading {
  return {
    at: after.at - before.at,
    executorCpuMs: after.executorCpuMs - before.executorCpuMs,
    postgresCpuMs: after.postgresCpuMs - before.postgresCpuMs,
    redisCpuMs: after.redisCpuMs - before.redisCpuMs,
    router: after.router - before.router,
    rpc: after.rpc - before.rpc,
    rpcRequests: after.rpcRequests - before.rpcRequests,
    sql: after.sql - before.sql,
    redis: after.redis - before.redis,
    jobs:
      before.jobs === undefined || after.jobs === undefined ? undefined : after.jobs - before.jobs,
  };
}

/** The calls per settled swap. */
export function callsPerSwap(
  { router, rpc, rpcRequests, sql, redis, jobs }: Reading,
  settled: number,
) {
  return {
    router: round(router / settled),
    rpc: round(rpc / settled),
    rpcRequests: round(rpcRequests / settled),
    sql: round(sql / settled),
    redis: round(redis / settled),
    jobs: jobs === undefined ? null : round(jobs / settled),
  };
}

/** The cost per settled swap; null if none has settled. */
export function perSettled(value: number, settled: number): number | null {
  return settled === 0 ? null : round(value / settled);
}

/** Rounds to tenths from 10 on, to hundredths below. */
export function round(value: number): number {
  const digits = Math.abs(value) >= 10 ? 10 : 100;
  return Math.round(value * digits) / digits;
}

/** The percentile by nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error('nothing was measured');
  return value;
}
