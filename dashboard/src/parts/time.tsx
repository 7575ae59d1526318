import { useSyncExternalStore } from 'react';

/** One clock for all relative times of the page: it ticks once in five seconds. */
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const notify of listeners) notify();
  }, 5_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** Such as "3 min" or "2 h 5 min". */
export function durationText(seconds: number): string {
  const [index, found] = [...units.entries()].find(([, [, size]]) => seconds >= size) ?? [
    3,
    units[3],
  ];
  const [name, size] = found;
  const count = Math.floor(seconds / size);
  const next = units[index + 1];
  const rest = next ? Math.floor((seconds % size) / next[1]) : 0;
  return next && rest > 0 && count < 10 && index < 2
    ? `${count} ${name} ${rest} ${next[0]}`
    : `${count} ${name}`;
}

/** A time as it is relative to now, with the exact one for a pointer and for screen readers. */
export function Time({ at }: { at: string }) {
  const seconds = Math.max(0, (useNow() - Date.parse(at)) / 1_000);
  // The clock of the page is up to five seconds late.
  const isFuture = Date.parse(at) > useNow() + 6_000;
  const text = isFuture
    ? `in ${durationText((Date.parse(at) - now) / 1_000)}`
    : seconds < 5
      ? 'just now'
      : `${durationText(seconds)} ago`;
  return (
    <time dateTime={at} title={exactTime(at)}>
      {text}
    </time>
  );
}

/** Such as "2026-01-31 12:00:03 UTC". */
export function exactTime(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`;
}
