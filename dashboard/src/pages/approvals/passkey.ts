/** What a passkey has signed, as the service takes it. All base64url. */
interface Assertion {
  credentialId: string;
  authenticatorData: string;
  clientDataJson: string;
  signature: string;
}

/** As a policy names it: `approvers` has a list of these. */
interface PasskeyEntry {
  id: string;
  publicKey: string;
}

/** Asks for one of the passkeys, with a check of its user. Throws if the person declines. */
export async function signWithPasskey(
  { relyingParty, passkeys }: { relyingParty: string; passkeys: readonly string[] },
  challenge: string,
): Promise<Assertion> {
  requireHost(relyingParty);
  const credential = await navigator.credentials.get({
    publicKey: {
      challenge: bytesOf(challenge),
      rpId: relyingParty,
      allowCredentials: passkeys.map((id) => ({ type: 'public-key', id: bytesOf(id) })),
      userVerification: 'required',
    },
  });
  if (
    !(credential instanceof PublicKeyCredential) ||
    !(credential.response instanceof AuthenticatorAssertionResponse)
  )
    throw new Error('No passkey has signed.');
  const { authenticatorData, clientDataJSON, signature } = credential.response;
  return {
    credentialId: credential.id,
    authenticatorData: textOf(authenticatorData),
    clientDataJson: textOf(clientDataJSON),
    signature: textOf(signature),
  };
}

/**
 * Makes a passkey on this device. Nothing is sent: it counts once a person has put it into the
 * policy of every process that judges.
 */
export async function createPasskey(name: string): Promise<PasskeyEntry> {
  const credential = await navigator.credentials.create({
    publicKey: {
      rp: { name: 'Ferryman' },
      user: { id: crypto.getRandomValues(new Uint8Array(16)), name, displayName: name },
      // What it signs now proves nothing to anybody.
      challenge: crypto.getRandomValues(new Uint8Array(32)),
      pubKeyCredParams: [
        { type: 'public-key', alg: es256 },
        { type: 'public-key', alg: rs256 },
      ],
      authenticatorSelection: { userVerification: 'required' },
      attestation: 'none',
    },
  });
  if (
    !(credential instanceof PublicKeyCredential) ||
    !(credential.response instanceof AuthenticatorAttestationResponse)
  )
    throw new Error('No passkey was made.');
  const data = new Uint8Array(credential.response.getAuthenticatorData());
  return { id: credential.id, publicKey: textOf(publicKeyIn(data)) };
}

/** Algorithms of COSE (RFC 9053). */
const es256 = -7;
const rs256 = -257;

/** WebAuthn, section 6.1: hash, flags and counter, then the model, the id's length, id and key. */
function publicKeyIn(data: Uint8Array): Uint8Array {
  const idAt = 32 + 1 + 4 + 16 + 2;
  const [high = 0, low = 0] = data.slice(idAt - 2, idAt);
  return data.slice(idAt + high * 256 + low);
}

/** Browsers make passkeys for names of hosts only, and each for one of them. */
function requireHost(relyingParty: string): void {
  const { hostname, port, protocol } = window.location;
  if (hostname === relyingParty) return;
  const place = `${protocol}//${relyingParty}${port === '' ? '' : `:${port}`}`;
  throw new Error(`Passkeys count at ${place} only: open this page there.`);
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function textOf(bytes: ArrayBuffer | Uint8Array): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
