/** Such as `2026-01-31 12:00:00`, in UTC, of an ISO 8601 time in UTC. */
export function showTime(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ');
}

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
] as const;

/** A duration in its largest unit, such as `45s`, `12m`, `3h` or `8d`. */
export function showAge(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  const [unit, length] = units.find(([, size]) => seconds >= size) ?? ['s', 1];
  return `${Math.floor(seconds / length)}${unit}`;
}
