/**
 * Aborts after so many milliseconds, also where only `AbortSignal.any` knows of it: Node 20 forgets
 * such a timeout as soon as memory is cleaned up, but keeps one that is listened to.
 */
export function timeLimit(milliseconds: number): AbortSignal {
  const signal = AbortSignal.timeout(milliseconds);
  signal.addEventListener('abort', () => undefined);
  return signal;
}
