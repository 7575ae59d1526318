/** A secret, and where it may show: nowhere. */
export interface Canary {
  name: string;
  bytes: Uint8Array;
}

/** The texts in which bytes could leak: as they are, in hex, and in base64 at every offset. */
function formsOf(bytes: Uint8Array): string[] {
  const secret = Buffer.from(bytes);
  const hex = secret.toString('hex');
  const base64 = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), secret]).toString('base64');
    // The first and the last characters also hold bits of the neighbours.
    const from = Math.ceil((offset * 4) / 3);
    const until = Math.floor(((offset + secret.length) * 4) / 3);
    return text.slice(from, until);
  });
  const url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([secret.toString('latin1'), hex, hex.toUpperCase(), ...base64, ...url])];
}

/** Which secrets a text or dump has, and in which form. */
export function findSecrets(text: string | Uint8Array, canaries: readonly Canary[]): string[] {
  const dump =
    typeof text === 'string'
      ? Buffer.from(text).toString('latin1')
      : Buffer.from(text).toString('latin1');
  return canaries.flatMap(({ name, bytes }) =>
    formsOf(bytes)
      .filter((form) => dump.includes(form))
      .map((form) => `${name} as ${form.slice(0, 6)}…`),
  );
}
