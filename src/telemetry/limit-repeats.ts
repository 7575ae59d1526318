/** So many equal lines within a window are written; the others are counted. */
const maxEqual = 10;
/** In milliseconds. */
const windowLength = 10_000;
/** After so many different lines a new window begins. */
const maxLines = 1_000;

/** Members that do not make a line another one. */
const changing = /"(time|requestId|stack|seconds|failures)":("(?:[^"\\]|\\.)*"|[\d.]+),?/g;

/**
 * Drops lines of a log that say the same as ten others within ten seconds. The first line after the
 * window says how many were dropped.
 */
export function limitRepeats(
  write: (line: string) => unknown,
  now: () => number = Date.now,
): (line: string) => void {
  let startedAt = now();
  let seen = new Map<string, number>();
  let dropped = 0;

  const renew = (time: number): void => {
    if (dropped > 0) {
      const facts = { level: 'warn', time: new Date(time).toISOString(), dropped };
      write(`${JSON.stringify({ ...facts, msg: 'equal log lines were dropped' })}\n`);
    }
    startedAt = time;
    seen = new Map();
    dropped = 0;
  };

  return (line) => {
    const time = now();
    const age = time - startedAt;
    if (age >= windowLength || age < 0 || seen.size >= maxLines) renew(time);
    const what = line.replace(changing, '');
    const count = (seen.get(what) ?? 0) + 1;
    seen.set(what, count);
    if (count <= maxEqual) write(line);
    else dropped += 1;
  };
}
