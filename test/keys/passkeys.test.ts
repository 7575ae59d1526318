import { expect, it } from 'vitest';
import { createPasskeys } from '../../src/keys/create-passkeys.ts';
import { createTestPasskey } from '../support/test-passkey.ts';

const challenge = Buffer.from('what is signed'.padEnd(32)).toString('base64url');
const [alice, mallory] = [createTestPasskey(), createTestPasskey()];
const local = createPasskeys({});

it('takes what the passkey has signed', async () => {
  expect(await local.faultOf(alice, alice.sign(challenge), challenge)).toBeUndefined();
  const publicUrl = 'https://ferryman.example.com';
  const there = { origin: publicUrl, relyingParty: 'ferryman.example.com' };
  const remote = createPasskeys({ publicUrl });
  expect(remote.relyingParty).toBe(there.relyingParty);
  expect(await remote.faultOf(alice, alice.sign(challenge, there), challenge)).toBeUndefined();
});

const other = Buffer.from('something else'.padEnd(32)).toString('base64url');

it.each([
  ['another challenge', alice.sign(other)],
  ['the page of another host', alice.sign(challenge, { origin: 'https://localhost.evil.example' })],
  ['the page of a port of another host', alice.sign(challenge, { origin: 'http://evil:7300' })],
  ['a passkey for another host', alice.sign(challenge, { relyingParty: 'evil.example' })],
  ['a registration', alice.sign(challenge, { type: 'webauthn.create' })],
  ['nobody in front of it', alice.sign(challenge, { flags: 0x04 })],
  ['a user that was not verified', alice.sign(challenge, { flags: 0x01 })],
  ['another key', { ...mallory.sign(challenge), credentialId: alice.id }],
  ['another passkey', mallory.sign(challenge)],
  ['no signature', { ...alice.sign(challenge), signature: '' }],
  ['no JSON', { ...alice.sign(challenge), clientDataJson: 'AAAA' }],
])('takes none with %s', async (_, assertion) => {
  expect(await local.faultOf(alice, assertion, challenge)).toEqual(expect.any(String));
});
