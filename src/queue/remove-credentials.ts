const forbiddenMembers: ReadonlySet<string> = new Set(['apiKey', 'keyHash']);
const apiKey = /\bfm_[\w-]{20,}/g;
const removed = '[removed]';
/** What is nested deeper is dropped as a whole: no job is. */
const maxDepth = 16;

/**
 * Whether a value has an API key in it, or a member that is meant for one; and the value without.
 */
export function removeCredentials(value: unknown): { found: boolean; rest: unknown } {
  let found = false;
  const clean = (inner: unknown, depth: number): unknown => {
    if (typeof inner === 'string') {
      const text = inner.replace(apiKey, removed);
      found ||= text !== inner;
      return text;
    }
    if (typeof inner !== 'object' || inner === null) return inner;
    if (depth > maxDepth) return removed;
    if (Array.isArray(inner)) return inner.map((item) => clean(item, depth + 1));
    const members = Object.entries(inner).filter(([name]) => !forbiddenMembers.has(name));
    found ||= members.length < Object.keys(inner).length;
    return Object.fromEntries(
      members.map(([name, member]) => [clean(name, depth), clean(member, depth + 1)]),
    );
  };
  const rest = clean(value, 0);
  return { found, rest };
}
