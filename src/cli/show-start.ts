import type { CliIo } from './cli-io.ts';

/** Is told in a few words what runs now, or is being started. */
export type OnStep = (step: string) => void;

/** Shows on standard error how a start goes on: a line for each step, with the seconds since the first, until it is stopped. */
export function showStart({ tell }: Pick<CliIo, 'tell'>, signal: AbortSignal): OnStep {
  const startedAt = Date.now();
  return (step) => {
    if (signal.aborted) return;
    tell(`${((Date.now() - startedAt) / 1_000).toFixed(1).padStart(5)} s  ${step}`);
  };
}
