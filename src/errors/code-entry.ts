import type { Next } from '../core/decide/next.ts';

export interface CodeEntry {
  next: Next;
  /** HTTP status when the error answers a request. */
  status: number;
  /** What it means and what to do. */
  meaning: string;
}
