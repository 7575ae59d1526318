/**
 * Ends what hangs, in milliseconds, and measures nothing: it is far longer than anything takes on a machine whose cores
 * others use as well. A test may take twice as long (`testTimeout`), so that what it waits for is what it names.
 */
export const hangLimit = 300_000;

/** Gives up waiting when the time of whatever hangs is over. */
export const hangSignal = (): AbortSignal => AbortSignal.timeout(hangLimit);
