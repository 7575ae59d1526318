import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { type BitcoinNetwork, decodeChecked } from '../formats/address.ts';

/** First byte of the wallet import format (Bitcoin Core, chainparams.cpp, `SECRET_KEY`). */
const prefixes: Readonly<Record<BitcoinNetwork, number>> = {
  mainnet: 0x80,
  testnet: 0xef,
  regtest: 0xef,
};
/**
 * Behind the key: its public key is used in the compressed form, the only one that segregated
 * witness allows (BIP-143).
 */
const compressed = 0x01;

/**
 * The 32 bytes of a key as wallets of Bitcoin export it (WIF): base58 with a prefix and a checksum.
 * Throws `KEY_INVALID`, which never carries what was given.
 */
export function readWif(text: string, network: BitcoinNetwork): Uint8Array {
  const bytes = decodeChecked(text.trim());
  if (!bytes) throw invalid('it is no key in the wallet import format, or was copied badly');
  if (bytes[0] !== prefixes[network]) throw invalid(`it is no key of ${network}`);
  if (bytes.length === 33)
    throw invalid(
      'its public key is an uncompressed one, which has no address of segregated witness',
    );
  if (bytes.length !== 34 || bytes[33] !== compressed)
    throw invalid('it is no key in the wallet import format');
  return bytes.slice(1, 33);
}

function invalid(why: string): FerrymanError {
  return new FerrymanError('KEY_INVALID', `the key cannot be used: ${why}`);
}
