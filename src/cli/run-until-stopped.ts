import type { CliIo } from './cli-io.ts';
import { exitCodes } from './exit-code.ts';

/** What a stopping process may take in all, in milliseconds: supervisors kill after ten seconds. */
const stopWithin = 9_500;
/** The same before everything runs: there is less to bring to rest, and nothing that the next start does not find. */
const stopStartWithin = 5_000;

/** A command that puts away what it has started, at whatever moment it is stopped. */
export interface Run {
  /** Aborted by the first SIGINT or SIGTERM. */
  signal: AbortSignal;
  /** Called when the command is over, however it ends; what was given last is called first. */
  atEnd(close: () => Promise<void>): void;
  /** Everything runs: from here on being stopped is the regular end, which this waits for. Gives the signal that stopped it. */
  untilStopped(): Promise<NodeJS.Signals>;
}

/**
 * Runs a command that starts things. Stopped before its regular end it closes what it has started and exits with 130. A second signal
 * ends the process at once, and so does a stop that takes too long: the journal knows where everything is.
 */
export async function runUntilStopped(
  io: Pick<CliIo, 'tell' | 'exitWith'>,
  work: (run: Run) => Promise<void>,
): Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const closers: (() => Promise<void>)[] = [];
  let isUp = false;
  let stoppedBy: NodeJS.Signals = 'SIGTERM';
  const stop = (name: NodeJS.Signals): void => {
    if (signal.aborted) process.exit(exitCodes.interrupted);
    // Stays until the process is gone: what does not come to rest may be anything.
    setTimeout(
      () => {
        io.tell('something did not come to rest in time and is left to the others, or to the next start');
        process.exit(isUp ? exitCodes.ok : exitCodes.interrupted);
      },
      isUp ? stopWithin : stopStartWithin,
    ).unref();
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
      async untilStopped() {
        signal.throwIfAborted();
        isUp = true;
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        return stoppedBy;
      },
    });
  } catch (cause) {
    // What a stopped start fails with says nothing: it was stopped.
    if (isUp || !signal.aborted) failures.push(cause);
    else io.exitWith(exitCodes.interrupted);
  }
  for (const close of closers.reverse()) await close().catch((cause: unknown) => failures.push(cause));
  process.off('SIGINT', stop);
  process.off('SIGTERM', stop);
  if (failures.length > 0) throw failures[0];
}
