/**
 * A read may be this many blocks older than the stored block and still be rejected as outdated. A
 * larger gap means that an endpoint reported a false block, which must not block later reads.
 */
const maxBehind = 1_000n;

/** Whether a read at block `read` is older than the stored one at block `stored`. */
export function isOvertaken(read: bigint, stored: bigint): boolean {
  return read < stored && stored <= read + maxBehind;
}

/** `isOvertaken` in SQL. Both parameters are expressions. */
export function overtaken(read: string, stored: string): string {
  return `(${read} < ${stored} and ${stored} <= ${read} + ${maxBehind})`;
}
