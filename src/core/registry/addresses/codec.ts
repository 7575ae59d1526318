import type { AddressCodec } from '../../../families/shared/formats/address-form.ts';

/** An address in one of several forms. */
export function anyOf(...codecs: readonly AddressCodec[]): AddressCodec {
  return (text) => {
    for (const codec of codecs) {
      const canonical = codec(text);
      if (canonical !== undefined) return canonical;
    }
    return undefined;
  };
}

/** Wraps a decoder that throws on invalid input. */
export function decodedBy(
  decode: (text: string) => Uint8Array,
): (text: string) => Uint8Array | undefined {
  return (text) => {
    try {
      return decode(text);
    } catch {
      return undefined;
    }
  };
}

export function startsWith(bytes: Uint8Array, prefix: readonly number[]): boolean {
  return prefix.every((byte, index) => bytes[index] === byte);
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
