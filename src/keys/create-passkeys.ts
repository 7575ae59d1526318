import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { z } from 'zod';
import type { Passkeys } from '../ports/passkeys.ts';

/** For which browsers make passkeys without a public URL: they know no address of digits. */
const localHost = 'localhost';

const clientData = z.object({ origin: z.string().regex(/^http:\/\/localhost(:\d{1,5})?$/) });

/**
 * @param options.publicUrl under which browsers reach the dashboard, as an origin. Absent: they reach
 * it on this machine, at any port of `localhost`
 */
export function createPasskeys({ publicUrl }: { publicUrl?: string }): Passkeys {
  const relyingParty = publicUrl === undefined ? localHost : new URL(publicUrl).hostname;
  return {
    relyingParty,
    async faultOf({ id, publicKey }, assertion, challenge) {
      const { credentialId, authenticatorData, clientDataJson, signature } = assertion;
      if (credentialId !== id) return 'another passkey signed it';
      try {
        const { verified } = await verifyAuthenticationResponse({
          response: {
            ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
            response: { authenticatorData, clientDataJSON: clientDataJson, signature },
          },
          expectedChallenge: challenge,
          expectedOrigin: publicUrl ?? localOrigin(clientDataJson),
          expectedRPID: relyingParty,
          // A policy file counts nothing: what is signed says itself what it is good for.
          credential: { id, publicKey: new Uint8Array(decode(publicKey)), counter: 0 },
          requireUserVerification: true,
        });
        return verified ? undefined : 'the signature does not match';
      } catch (error) {
        // The library throws for each thing that does not match, and for what it cannot read.
        return error instanceof Error ? error.message : 'it cannot be read';
      }
    },
  };
}

/** The origin that the browser names, if it is one of this machine's; else one that nothing has. */
function localOrigin(clientDataJson: string): string {
  const read = clientData.safeParse(JSON.parse(decode(clientDataJson).toString('utf8')));
  return read.success ? read.data.origin : `http://${localHost}`;
}

function decode(text: string): Buffer {
  return Buffer.from(text, 'base64url');
}
