import { assertNever } from '../core/assert-never.ts';
import type { Family } from '../core/swap/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { Curve, FamilyKeys, OnlyAccount } from './family-keys.ts';
import { parseSecret } from './parse-secret.ts';
import { phraseKey } from './phrase-key.ts';
import type { WalletSecret } from './wallet-secret.ts';

/**
 * The keys of a family in which a key has one account.
 * @param facts.path BIP-44 with the coin types of SLIP-44, first account, first address, as common
 * wallets show first. Ed25519 has only hardened children (SLIP-10)
 * @param facts.addressOf throws `KEY_INVALID`
 */
export function onlyAccountKeys<Name extends Family>({
  family,
  curve,
  path,
  addressPattern,
  addressOf,
}: {
  family: Name;
  curve: Curve;
  path: string;
  addressPattern: RegExp;
  addressOf: (key: Uint8Array) => string;
}): FamilyKeys<OnlyAccount<Name>> {
  return {
    family,
    curve,
    addressPattern,
    phraseSchemes: ['phrase'],
    pathOf: () => path,
    parseSecret: async (text, _form, scheme) => parseSecret(text, { family, curve, scheme }),
    async deriveKey(secret) {
      const key = await keyOf(secret, { family, curve, path });
      return { key, address: addressOf(key) };
    },
  };
}

async function keyOf(
  secret: WalletSecret,
  { family, curve, path }: { family: Family; curve: Curve; path: string },
): Promise<Uint8Array> {
  switch (secret.kind) {
    case 'private-key':
      return secret.key;
    case 'phrase':
      return phraseKey(secret.phrase, path, curve);
    case 'ton-phrase':
      throw new FerrymanError(
        'KEY_INVALID',
        `a phrase of TON’s own scheme has no key of the family ${family}`,
      );
    default:
      return assertNever(secret, 'secret');
  }
}
