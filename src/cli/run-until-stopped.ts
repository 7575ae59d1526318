import { once } from 'node:events';
import type { CliIo } from './cli-io.ts';
import { exitCodes } from './exit-code.ts';

/** Time limit of a stop, in milliseconds: supervisors kill after ten seconds. */
const stopWithin = 9_500;
/** The same during a start: there is less to stop, and the next start continues what is left. */
const stopStartWithin = 5_000;

/** After a lost lock, how long the caller has to report it, in milliseconds. */
const endAfterLoss = 200;

/** Lets a command close all that it has started, whenever it is stopped. */
export interface Run {
  /** Aborted by the first SIGINT or SIGTERM. */
  signal: AbortSignal;
  /** Registers a function to call when the command ends, also by an error; last one first. */
  atEnd(close: () => Promise<void>): void;
  /**
   * Call it once everything runs: from then on a stop exits with 0. Waits for the stop and
   * resolves with its signal. Throws the reason of `lost` if that is aborted first.
   */
  untilStopped(lost?: AbortSignal): Promise<NodeJS.Signals>;
}

/**
 * Runs a command that starts servers or processes. If it is stopped during its start, it closes
 * what it has started and exits with 130. A second signal, or a stop that takes too long, ends the
 * process at once: the journal holds everything that the next start needs.
 */
export async function runUntilStopped(
  io: Pick<CliIo, 'tell' | 'exitWith'>,
  work: (run: Run) => Promise<void>,
): Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const closers: (() => Promise<void>)[] = [];
  let isUp = false;
  let isLost = false;
  let stoppedBy: NodeJS.Signals = 'SIGTERM';
  /** Never cleared: any closer may hang. */
  const endWithin = (milliseconds: number, exitCode: number): void => {
    setTimeout(() => {
      io.tell('some work did not stop in time; other processes or the next start continue it');
      process.exit(exitCode);
    }, milliseconds).unref();
  };
  const stop = (name: NodeJS.Signals): void => {
    if (signal.aborted) process.exit(exitCodes.interrupted);
    if (isUp) endWithin(stopWithin, exitCodes.ok);
    else endWithin(stopStartWithin, exitCodes.interrupted);
    if (!isUp) io.tell(`${name}: stopping what was started`);
    stoppedBy = name;
    stopping.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  const failures: unknown[] = [];
  try {
    await work({
      signal,
      atEnd: (close) => void closers.push(close),
      async untilStopped(lost) {
        signal.throwIfAborted();
        isUp = true;
        const ends = AbortSignal.any(lost ? [signal, lost] : [signal]);
        if (!ends.aborted) await once(ends, 'abort');
        if (signal.aborted) return stoppedBy;
        isLost = true;
        endWithin(stopWithin, exitCodes.error);
        throw lost?.reason;
      },
    });
  } catch (cause) {
    // The stop itself caused the error of a start that was stopped: do not report it.
    if (isUp || !signal.aborted) failures.push(cause);
    else io.exitWith(exitCodes.interrupted);
  }
  for (const close of closers.reverse())
    await close().catch((cause: unknown) => failures.push(cause));
  process.off('SIGINT', stop);
  process.off('SIGTERM', stop);
  // The journal's engine must not close its files any more, and would keep the process alive.
  if (isLost) setTimeout(() => process.exit(exitCodes.error), endAfterLoss).unref();
  if (failures.length > 0) throw failures[0];
}
