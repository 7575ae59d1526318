/**
 * What stands beside a payment as text in UTF-8, to the letter; nothing where it is none. U+0000 is
 * in no text: it fills up what is shorter than its target, and no database takes it for one.
 */
export function memoText(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0 || bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Whoever wrote it meant something else by it than text.
    return undefined;
  }
}
