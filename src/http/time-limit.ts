/**
 * Aborts after the given milliseconds. Node 20 garbage-collects a timeout that only
 * `AbortSignal.any` refers to, so this one gets a listener.
 */
export function timeLimit(milliseconds: number): AbortSignal {
  const signal = AbortSignal.timeout(milliseconds);
  signal.addEventListener('abort', () => undefined);
  return signal;
}
