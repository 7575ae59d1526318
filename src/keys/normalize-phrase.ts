/**
 * The words of a phrase as both schemes have them: lower case, one space between two, decomposed
 * (BIP-39 wants NFKD).
 */
export function normalizePhrase(text: string): string {
  return text.trim().normalize('NFKD').toLowerCase().split(/\s+/).join(' ');
}
