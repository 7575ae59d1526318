import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Passkey, PasskeyAssertion } from '../../src/core/approvals/vote.ts';

/** A passkey in software, as an authenticator keeps it. */
export interface TestPasskey extends Passkey {
  /** Signs as a browser on this page would let it. */
  sign(challenge: string, change?: Partial<Signing>): PasskeyAssertion;
}

interface Signing {
  origin: string;
  relyingParty: string;
  type: string;
  /** User present, user verified. */
  flags: number;
}

const honest: Signing = {
  origin: 'http://localhost:7300',
  relyingParty: 'localhost',
  type: 'webauthn.get',
  flags: 0x05,
};

/** On the curve P-256, as nearly all of them are. */
export function createTestPasskey(): TestPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16).toString('base64url');
  return {
    id,
    publicKey: coseKey(x, y).toString('base64url'),
    sign(challenge, change = {}) {
      const { origin, relyingParty, type, flags } = { ...honest, ...change };
      const clientData = Buffer.from(JSON.stringify({ type, challenge, origin }));
      const data = Buffer.concat([sha256(relyingParty), Buffer.from([flags, 0, 0, 0, 0])]);
      const signed = Buffer.concat([data, sha256(clientData)]);
      return {
        credentialId: id,
        authenticatorData: data.toString('base64url'),
        clientDataJson: clientData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      };
    },
  };
}

/** RFC 9053, section 7.1: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function coseKey(x: string, y: string): Buffer {
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    bytes(x),
    Buffer.from('225820', 'hex'),
    bytes(y),
  ]);
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}
