/**
 * Secrets never go into a log: neither in a member of a known name nor inside a text, such as the
 * message of a third-party error that quotes the request.
 */

const secretMember =
  /^(.*password|passphrase|phrase|mnemonic|seed|secret|.*privatekey|.*apikey|authorization|cookie|bytes|raw.*|signed.*|signature)$/i;
const censor = '[redacted]';

/** Reduces URLs to their host, and removes transactions (hex longer than a hash) and API keys. */
export function scrubText(text: string): string {
  return text
    .replace(
      /\b([a-z][a-z0-9+.-]*):\/\/(?:[^\s"'\\/?#]*@)?([^\s"'\\/?#)@]+)[^\s"'\\)]*/gi,
      '$1://$2',
    )
    .replace(/0x[0-9a-f]{65,}/gi, (hex) => `${hex.slice(0, 10)}…(${(hex.length - 2) / 2} bytes)`)
    .replace(/\bfm_[\w-]{20,}/g, `fm_${censor}`);
}

/**
 * The same for a message's facts: censors members by name, follows errors to their causes, and
 * writes big integers as text.
 */
export function scrubFacts(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return scrubText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 6) return '[too deep]';
  if (value instanceof Error) return scrubError(value, depth);
  if (value instanceof Uint8Array) return censor;
  if (Array.isArray(value)) return value.map((item) => scrubFacts(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([member, inner]) => [
      member,
      secretMember.test(member) ? censor : scrubFacts(inner, depth + 1),
    ]),
  );
}

/** Third-party errors have requests, transports and clients as members: only the names are kept. */
function scrubError(error: Error, depth: number): Record<string, unknown> {
  const { name, message, stack, cause } = error;
  return {
    type: name,
    ...('code' in error ? { code: scrubFacts(error.code) } : {}),
    message: scrubText(message),
    ...(stack === undefined ? {} : { stack: scrubText(stack) }),
    ...(cause === undefined ? {} : { cause: scrubFacts(cause, depth + 1) }),
  };
}
