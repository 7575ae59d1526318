import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { type BitcoinNetwork, decodeChecked } from '../formats/address.ts';

/** First byte of the wallet import format (Bitcoin Core, chainparams.cpp, `SECRET_KEY`). */
const prefixes: Readonly<Record<BitcoinNetwork, number>> = {
  mainnet: 0x80,
  testnet: 0xef,
  regtest: 0xef,
};
/** Last byte: the public key is compressed, which segregated witness requires (BIP-143). */
const compressed = 0x01;

/**
 * Reads a key in the wallet import format (WIF): base58check with a prefix. Returns its 32 bytes.
 * Throws `KEY_INVALID`, which never contains the input.
 */
export function readWif(text: string, network: BitcoinNetwork): Uint8Array {
  const bytes = decodeChecked(text.trim());
  if (!bytes) throw invalid('it is not in the wallet import format, or was copied incorrectly');
  if (bytes[0] !== prefixes[network]) throw invalid(`it is not a key for ${network}`);
  if (bytes.length === 33)
    throw invalid('its public key is uncompressed, which has no segregated witness address');
  if (bytes.length !== 34 || bytes[33] !== compressed)
    throw invalid('it is not in the wallet import format');
  return bytes.slice(1, 33);
}

function invalid(why: string): FerrymanError {
  return new FerrymanError('KEY_INVALID', `the key is invalid: ${why}`);
}
