import { type FerrymanClient, isFerrymanError } from 'ferryman-client';

/** Milliseconds. A broken stream does not tell it: the client opens the stream again by itself. */
const pollInterval = 10_000;

/** Polls whether the service answers. Returns how to end it. */
export function watchReach(
  client: FerrymanClient,
  setReachable: (isReachable: boolean) => void,
): () => void {
  const ending = new AbortController();
  const poll = async () => {
    if (document.hidden) return;
    try {
      await client.session.get({ signal: ending.signal, timeoutMs: pollInterval });
      setReachable(true);
    } catch (error) {
      const isAnswer = isFerrymanError(error, 'UNAUTHORIZED');
      if (!ending.signal.aborted) setReachable(isAnswer);
    }
  };
  const timer = setInterval(() => void poll(), pollInterval);
  return () => {
    clearInterval(timer);
    ending.abort(new Error('the page is closed'));
  };
}
