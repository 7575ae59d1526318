import { readdirSync } from 'node:fs';
import { Counter, Gauge, type Registry } from 'prom-client';
import packageJson from '../../package.json' with { type: 'json' };

/**
 * Basics of this process, under the names that Prometheus clients give them. Read at each scrape:
 * no timer, and no histogram of the event loop, which needs one.
 */
export function watchProcess(registry: Registry): void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number | undefined): void => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        const value = read();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  };
  new Gauge({
    name: 'ferryman_build_info',
    help: 'Always 1; the labels say which version runs on which Node.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: packageJson.version, node: process.version }, 1);
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'CPU time of the process, user and system.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  gauge('process_resident_memory_bytes', 'Resident memory of the process.', () =>
    process.memoryUsage.rss(),
  );
  gauge(
    'process_start_time_seconds',
    'When the process started, in seconds since the epoch.',
    () => performance.timeOrigin / 1_000,
  );
  gauge('process_open_fds', 'Open files and sockets of the process; on Linux only.', openFiles);
  gauge(
    'nodejs_heap_size_used_bytes',
    'Used heap of the process.',
    () => process.memoryUsage().heapUsed,
  );
  let last = performance.eventLoopUtilization();
  gauge(
    'nodejs_event_loop_utilization_ratio',
    'Share of the time since the last scrape in which the event loop was busy, 0 to 1.',
    () => {
      const current = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(current, last);
      last = current;
      return utilization;
    },
  );
}

function openFiles(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    // Other systems have no such folder.
    return undefined;
  }
}
