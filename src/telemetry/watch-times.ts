import { Gauge, Histogram, type Registry } from 'prom-client';
import type { WorkCounts } from '../ports/work-counts.ts';

/** Durations of this process's calls to its journal and chains, and its journal connections. */
export function watchTimes(registry: Registry, work: WorkCounts): void {
  const registers = [registry];
  const statements = new Histogram({
    name: 'ferryman_journal_statement_seconds',
    help: 'Time of one SQL statement, with the wait for a connection if it is alone.',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10],
    registers,
  });
  const transactions = new Histogram({
    name: 'ferryman_journal_transaction_seconds',
    help: 'Time of one transaction of several statements, from the wait for a connection to its COMMIT.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10],
    registers,
  });
  const rpc = new Histogram({
    name: 'ferryman_rpc_request_seconds',
    help: 'Time of one HTTP request to an endpoint of a chain, up to the head of its answer.',
    labelNames: ['chain'],
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  work.journalTook = (what, seconds) =>
    (what === 'statement' ? statements : transactions).observe(seconds);
  work.rpcTook = (chain, seconds) => rpc.observe({ chain }, seconds);
  new Gauge({
    name: 'ferryman_journal_connections',
    help: 'Connections of this process to Postgres; state is busy, idle, or free (may still be opened).',
    labelNames: ['state'],
    registers,
    collect() {
      this.reset();
      const pool = work.connections?.();
      if (!pool) return;
      this.set({ state: 'busy' }, pool.open - pool.idle);
      this.set({ state: 'idle' }, pool.idle);
      this.set({ state: 'free' }, pool.max - pool.open);
    },
  });
  const waiting = new Gauge({
    name: 'ferryman_journal_waiting_callers',
    help: 'Callers in this process that wait for a connection to Postgres.',
    registers,
    collect() {
      const pool = work.connections?.();
      if (pool) this.set(pool.waiting);
    },
  });
  // An embedded journal has no pool.
  waiting.remove();
}
