const forbiddenMembers: ReadonlySet<string> = new Set(['apiKey', 'keyHash']);
const apiKey = /\bfm_[\w-]{20,}/g;
const removed = '[removed]';
/** Deeper values are removed as a whole: no valid job is that deep. */
const maxDepth = 16;

/** Whether a value contains an API key or a member meant for one, and the value without them. */
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
