import { Counter, type Registry } from 'prom-client';
import { rpcKinds, type WorkCounts } from '../ports/work-counts.ts';

/**
 * Counters of this process's requests to its stores and chains, read from plain numbers at each
 * scrape.
 */
export function watchWork(registry: Registry, work: WorkCounts): void {
  const registers = [registry];
  const count = (name: string, help: string, read: () => number): void => {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  };
  count(
    'ferryman_journal_statements_total',
    'SQL statements of the journal, BEGIN and COMMIT included.',
    () => work.statements,
  );
  count(
    'ferryman_journal_snapshots_total',
    'Swaps read in full from the journal.',
    () => work.snapshots,
  );
  count('ferryman_queue_jobs_total', 'Queue jobs that this process has handled.', () => work.jobs);
  new Counter({
    name: 'ferryman_rpc_requests_total',
    help: 'Requests to chain endpoints; each member of a batch counts. The kind is read, simulate, trace or send.',
    labelNames: ['chain', 'kind'],
    registers,
    collect() {
      this.reset();
      for (const [chain, counts] of work.rpc)
        for (const kind of rpcKinds) this.inc({ chain, kind }, counts[kind]);
    },
  });
}
