import { parseEvmAddress } from '../../families/evm/formats/address.ts';
import type { AddressForm } from '../../families/shared/formats/address-form.ts';
import { type ChainName, formatsOf } from '../swap/chains.ts';
import { addressForms } from './addresses/address-forms.ts';
import { knownChains } from './known-chains.ts';

export type CheckedAddress = { ok: true; canonical: string } | { ok: false; reason: string };

/**
 * Maximum length of a text. Unified addresses of Zcash with all their parts have about 220 letters.
 */
const longest = 400;

/**
 * Whether a text is an address of a chain's main network, including its checksum if it has one, and
 * its canonical form, which is the same for all texts of an account. Works for every chain
 * identifier of the interface, even if Ferryman cannot sign there. If a test network is configured
 * instead, only the chain's adapter knows its addresses.
 */
export function checkAddress(chain: ChainName, text: string): CheckedAddress {
  const form = addressFormOf(chain);
  if (!form) return { ok: false, reason: `the chain ${chain} is unknown` };
  const canonical = text.length > longest ? undefined : form.codec(text);
  if (canonical !== undefined) return { ok: true, canonical };
  return { ok: false, reason: reasonOf(chain, form, text) };
}

/** `undefined` for a chain that the registry does not know. */
export function addressFormOf(chain: ChainName): AddressForm | undefined {
  const known = knownChains[chain];
  if (!known) return undefined;
  // Some chains of a family have forms of their own, such as `xdc…`.
  return (
    addressForms[chain] ??
    (known.family === undefined ? undefined : formatsOf(known.family).addressForm)
  );
}

function reasonOf(chain: ChainName, { words, checksum }: AddressForm, text: string): string {
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) {
    const parsed = parseEvmAddress(text);
    // It has the form of an EVM address, so the fault is another one.
    if (!parsed.ok && words.startsWith('0x and 40')) return parsed.fault;
  }
  const wrong =
    checksum === 'never'
      ? 'this is something else'
      : 'this is something else, or has a wrong letter';
  return `an address of ${knownChains[chain]?.title ?? chain} is ${words}: ${wrong}`;
}
