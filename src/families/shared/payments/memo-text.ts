/**
 * A payment's memo as UTF-8 text. `undefined` if the bytes are not text. U+0000 counts as not text:
 * it pads short fields, and Postgres refuses it.
 */
export function memoText(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0 || bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // The sender did not write UTF-8 text.
    return undefined;
  }
}
