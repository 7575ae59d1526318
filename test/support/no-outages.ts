import type { OutageLog } from '../../src/errors/outage-log.ts';

/** For tests that are not about outages. */
export const noOutages: OutageLog = {
  failed: () => undefined,
  succeeded: () => undefined,
  current: () => [],
};
