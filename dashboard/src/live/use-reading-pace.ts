import { useLive } from './live-events.tsx';

/**
 * For what changes without an event, such as a chain's newest block: read again this often, in
 * milliseconds, as long as the page is live.
 */
export function useReadingPace(milliseconds: number): number | false {
  return useLive().state === 'paused' ? false : milliseconds;
}
