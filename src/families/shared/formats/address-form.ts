/**
 * Returns the canonical form of an address. `undefined` if the text is not an address of this form.
 */
export type AddressCodec = (text: string) => string | undefined;

/** The form of a chain's addresses on its main network. */
export interface AddressForm {
  /** Completes the sentence "an address of it is …". */
  words: string;
  /** Which addresses carry a checksum: every one, some spellings, or none. */
  checksum: 'always' | 'sometimes' | 'never';
  /** Canonical forms are equal exactly if two addresses name one account. */
  codec: AddressCodec;
}

/** The canonical form of a parsed address. `undefined` if parsing failed. */
export function addressOf(
  parsed: { ok: true; address: string } | { ok: false },
): string | undefined {
  return parsed.ok ? parsed.address : undefined;
}
