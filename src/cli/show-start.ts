import type { CliIo } from './cli-io.ts';

/** Receives each step of a start: what runs now, or is being started. */
export type OnStep = (step: string) => void;

/**
 * Shows the progress of a start on standard error: one line for each step, with the seconds since
 * this call. Shows nothing more once `signal` is aborted.
 */
export function showStart({ tell }: Pick<CliIo, 'tell'>, signal: AbortSignal): OnStep {
  const startedAt = Date.now();
  return (step) => {
    if (signal.aborted) return;
    tell(`${((Date.now() - startedAt) / 1_000).toFixed(1).padStart(5)} s  ${step}`);
  };
}
