import { timingSafeEqual } from 'node:crypto';

/** Compares two MACs as texts. How long it takes does not show where they differ. */
export function isSameSeal(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
