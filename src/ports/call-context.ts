import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What the running call belongs to. Logs and spans name it without passing it through every
 * function. Following it costs a little at each asynchronous step, so only requests of the API and
 * processes that trace have one.
 */
export interface CallContext {
  /** Of the API request that is being answered. */
  readonly requestId?: string;
  /** Of a process that traces; only `telemetry/tracing` knows what it is. */
  readonly span?: object;
}

const storage = new AsyncLocalStorage<CallContext>();

export function currentCall(): CallContext {
  return storage.getStore() ?? {};
}

/** Runs a task that belongs to what is given, besides what the caller belongs to. */
export function inCall<Result>(given: CallContext, task: () => Result): Result {
  return storage.run({ ...storage.getStore(), ...given }, task);
}

/**
 * Runs a task that belongs to no call, though a call began it: a round of a loop that a request
 * woke handles the swaps of others. Without a call it only runs the task, so that processes that
 * have none do not begin to follow one.
 */
export function outsideCall<Result>(task: () => Result): Result {
  return storage.getStore() === undefined ? task() : storage.run({}, task);
}
