import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { OutageLog } from '../errors/outage-log.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Queue } from '../ports/queue.ts';
import type { SigningLog } from '../ports/signing-log.ts';

export interface WatchedParts {
  queue: Pick<Queue, 'depths'>;
  signingLog: Pick<SigningLog, 'instance' | 'state'>;
  outages: Pick<OutageLog, 'current'>;
}

/** Gauges of queues, the signing log and outages, read at each scrape. */
export function watchParts(registry: Registry, now: () => number) {
  const registers = [registry];
  const queueUp = new Gauge({
    name: 'ferryman_queue_up',
    help: '1 if Redis responds.',
    registers,
  });
  const depth = new Gauge({
    name: 'ferryman_queue_depth',
    help: 'Jobs in Redis: dispatches (advance) and the intake queue (swaps); state is waiting, delayed or active.',
    labelNames: ['queue', 'state'],
    registers,
  });
  const logUp = new Gauge({
    name: 'ferryman_signing_log_up',
    help: '1 if the signing log of this process can be read and its newest entry was written.',
    registers,
  });
  const size = new Gauge({
    name: 'ferryman_signing_log_size_bytes',
    help: 'Size of the signing log in the data folder.',
    registers,
  });
  const free = new Gauge({
    name: 'ferryman_signing_log_free_bytes',
    help: 'Free disk space where the signing log is.',
    registers,
  });
  const appends = new Histogram({
    name: 'ferryman_signing_log_append_seconds',
    help: 'Time until a new entry of the signing log was on disk (append and fsync, with the wait for earlier entries).',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5],
    registers,
  });
  const errors = new Counter({
    name: 'ferryman_signing_log_errors_total',
    help: 'Entries of the signing log that could not be written; what they are for was not sent.',
    registers,
  });
  const lastError = new Gauge({
    name: 'ferryman_signing_log_last_error_timestamp_seconds',
    help: 'When an entry could last not be written, in seconds since the epoch; 0: never in this process.',
    registers,
  });
  const outage = new Gauge({
    name: 'ferryman_component_outage_seconds',
    help: 'How long a component has been failing in this process, with the code of its newest error. No sample: nothing fails.',
    labelNames: ['component', 'code'],
    registers,
  });
  for (const gauge of [queueUp, logUp, size, free]) gauge.remove();

  async function readQueue(queue: WatchedParts['queue']): Promise<void> {
    depth.reset();
    try {
      for (const { queue: name, ...counts } of await queue.depths())
        for (const [state, count] of Object.entries(counts))
          depth.set({ queue: name, state }, count);
      queueUp.set(1);
    } catch {
      queueUp.set(0);
    }
  }

  async function readSigningLog(log: WatchedParts['signingLog']): Promise<void> {
    try {
      // A process that signs nothing has no log to watch.
      if ((await log.instance()) === undefined) return;
      const { bytes, freeBytes, isFailing } = await log.state();
      size.set(bytes);
      free.set(freeBytes);
      logUp.set(isFailing ? 0 : 1);
    } catch {
      size.remove();
      free.remove();
      logUp.set(0);
    }
  }

  const signingLogged: Metrics['signingLogged'] = (outcome, seconds) => {
    if (outcome === 'ok') appends.observe(seconds);
    else {
      errors.inc();
      lastError.set(now() / 1_000);
    }
  };

  return {
    signingLogged,
    async read({ queue, signingLog, outages }: WatchedParts): Promise<void> {
      outage.reset();
      for (const { component, code, since } of outages.current())
        outage.set({ component, code }, Math.max(0, now() - since) / 1_000);
      await Promise.all([readQueue(queue), readSigningLog(signingLog)]);
    },
  };
}
