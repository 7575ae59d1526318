/**
 * `execute` carries swaps on and signs, `track` observes the chains, `recover` schedules what is
 * overdue.
 */
export const workerRoles = ['execute', 'track', 'recover'] as const;
export type WorkerRole = (typeof workerRoles)[number];

/** `api` takes swaps in: over HTTP, and from the intake queue. */
export const processRoles = ['api', ...workerRoles] as const;
export type ProcessRole = (typeof processRoles)[number];
