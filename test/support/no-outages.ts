import type { OutageLog } from '../../src/errors/outage-log.ts';

/** For what is tested without its log. */
export const noOutages: OutageLog = { failed: () => undefined, succeeded: () => undefined };
