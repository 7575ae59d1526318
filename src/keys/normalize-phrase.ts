/**
 * The words of a phrase as both schemes have them: lower case, single spaces, decomposed (BIP-39
 * requires NFKD).
 */
export function normalizePhrase(text: string): string {
  return text.trim().normalize('NFKD').toLowerCase().split(/\s+/).join(' ');
}
