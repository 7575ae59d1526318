/**
 * Ends what hangs, in milliseconds. It measures nothing: on a busy machine everything takes far
 * less. A test may take twice as long (`testTimeout`), so that the wait fails first and names its
 * condition.
 */
export const hangLimit = 300_000;

/** Aborts what hangs, after `hangLimit`. */
export const hangSignal = (): AbortSignal => AbortSignal.timeout(hangLimit);
