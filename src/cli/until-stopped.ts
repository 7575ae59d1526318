/** What a stopping process may take in all, in milliseconds: supervisors kill after ten seconds. */
const stopWithin = 9_500;

/**
 * Waits for SIGINT or SIGTERM. From then on the process ends by itself, or, if something does not come to rest, after `stopWithin`:
 * the journal knows where everything is. A second signal ends it at once, with the exit code of an interrupt.
 */
export function untilStopped(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let asked = false;
    const stop = (signal: NodeJS.Signals): void => {
      if (asked) process.exit(130);
      asked = true;
      setTimeout(leave, stopWithin).unref();
      resolve(signal);
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}

function leave(): never {
  process.stderr.write('something did not come to rest in time and is left to the others, or to the next start\n');
  process.exit(0);
}
