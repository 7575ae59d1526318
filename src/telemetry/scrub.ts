/*
 * What never goes into a log, wherever it stands: in a member of a known name, or inside a text
 * such as the message of a foreign error, which likes to quote the request.
 */

const secretMember =
  /^(.*password|passphrase|phrase|mnemonic|seed|secret|.*privatekey|.*apikey|authorization|cookie|bytes|raw.*|signed.*|signature)$/i;
const censor = '[redacted]';

/**
 * Cuts URLs to their host, and transactions (hex longer than a hash) and API keys out of a text.
 */
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
 * The same for what is logged beside a message: members by their name, errors down to their causes,
 * big integers as text.
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

/**
 * Foreign errors carry requests, transports and clients among their members: only what names them
 * is taken.
 */
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
