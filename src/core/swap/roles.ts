/**
 * `execute` advances swaps and signs, `track` observes the chains, `recover` schedules overdue
 * swaps and sends webhooks.
 */
export const workerRoles = ['execute', 'track', 'recover'] as const;
export type WorkerRole = (typeof workerRoles)[number];

/** `api` accepts swaps, over HTTP and from the intake queue. */
export const processRoles = ['api', ...workerRoles] as const;
export type ProcessRole = (typeof processRoles)[number];
