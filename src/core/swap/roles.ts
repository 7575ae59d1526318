/** Without a live process of each of these, swaps do not come to their end. */
export const swapRoles = ['execute', 'track', 'recover'] as const;
export type SwapRole = (typeof swapRoles)[number];

/**
 * `execute` advances swaps and signs, `track` observes the chains, `recover` schedules overdue
 * swaps and sends webhooks, `treasury` follows the treasury's rules.
 */
export const workerRoles = [...swapRoles, 'treasury'] as const;
export type WorkerRole = (typeof workerRoles)[number];

/** `api` accepts swaps, over HTTP and from the intake queue. */
export const processRoles = ['api', ...workerRoles] as const;
export type ProcessRole = (typeof processRoles)[number];
