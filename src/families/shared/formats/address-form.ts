/**
 * Takes an address as somebody wrote it, and gives its canonical form; nothing where the text is no
 * address of this form.
 */
export type AddressCodec = (text: string) => string | undefined;

/** What an address looks like on a chain, of its main network. */
export interface AddressForm {
  /** In words, to go on with "an address of it is …". */
  words: string;
  /** Whether a wrong letter can be noticed: in every address, in those written so, or never. */
  checksum: 'always' | 'sometimes' | 'never';
  /** To the canonical form, by which two addresses of one account can be compared. */
  codec: AddressCodec;
}

/** The canonical form, where an address could be read. */
export function addressOf(
  parsed: { ok: true; address: string } | { ok: false },
): string | undefined {
  return parsed.ok ? parsed.address : undefined;
}
