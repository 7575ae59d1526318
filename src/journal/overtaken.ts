/**
 * Blocks by which what was read of a chain may be older than what is stored of it. A stored block
 * that is further ahead was named by an endpoint from nowhere; it must not keep the journal from
 * what is read later.
 */
const maxBehind = 1_000n;

/** Whether what was read at block `read` is older than what was read at `stored`. */
export function isOvertaken(read: bigint, stored: bigint): boolean {
  return read < stored && stored <= read + maxBehind;
}

/** The same of two SQL expressions. */
export function overtaken(read: string, stored: string): string {
  return `(${read} < ${stored} and ${stored} <= ${read} + ${maxBehind})`;
}
