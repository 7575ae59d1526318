/** Characters that Postgres cannot store in text or jsonb: NUL and lone surrogates. */
const unstorable = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/**
 * Replaces the characters of external text (routers, endpoints) that Postgres cannot store with
 * U+FFFD.
 */
export function storableText(text: string): string {
  return text.replace(unstorable, '\uFFFD');
}

/**
 * JSON text of a value: `bigint` as a decimal string, object keys sorted, no white space. Equal
 * values give equal text, as the hashes of the event chain require.
 */
export function encodeJson(value: unknown): string {
  return JSON.stringify(canonical(value)) ?? 'null';
}

function canonical(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [storableText(key), canonical(member)]));
}
