import { pino } from 'pino';
import { onTestFailed } from 'vitest';

const maxLines = 200;

/**
 * A logger for a service that runs in the test's own process. Nobody reads its lines unless the
 * test fails: then the last of them are printed, since a swap that does not go on says why only
 * there. To be called in a test.
 */
export function recentLog() {
  const lines: string[] = [];
  onTestFailed(() => {
    process.stderr.write(lines.join(''));
  });
  return pino(
    { level: 'debug' },
    {
      write(line: string) {
        lines.push(line);
        if (lines.length > maxLines) lines.shift();
      },
    },
  );
}
