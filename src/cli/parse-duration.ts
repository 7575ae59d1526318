import { InvalidArgumentError } from 'commander';

const seconds = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

/** Seconds of a text such as `90m`, `12h` or `7d`. */
export function parseDuration(text: string): number {
  const [, count, unit] = /^(\d{1,4})([smhd])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined)
    throw new InvalidArgumentError('Write a number with s, m, h or d, such as 12h.');
  return Number(count) * seconds[unit as keyof typeof seconds];
}
