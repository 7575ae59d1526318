import { type Command, InvalidArgumentError } from 'commander';
import { parseDuration } from '../core/text/parse-duration.ts';

/** Adds `--within`, in seconds. */
export function withWithin(command: Command, defaultSeconds?: number): Command {
  return command.option(
    '--within <duration>',
    'swaps that changed in this time, such as 90m, 12h or 7d',
    (text: string) => secondsOf(text),
    defaultSeconds,
  );
}

function secondsOf(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds === undefined)
    throw new InvalidArgumentError('Write a number with s, m, h or d, such as 12h.');
  return milliseconds / 1_000;
}
