import { base58, base58xrp, bech32, bech32m } from '@scure/base';
import { type Family, formatsOf } from '../swap/chains.ts';

/** Of base58check: the version before the account's bytes, and the checksum behind them. */
const versionBytes = 1;
const checksumBytes = 4;

/**
 * The bytes of an account, in each form that contracts of other chains write it: hex digits without
 * 0x. Empty for an address whose form has no bytes of its own, such as a name.
 * @param address in canonical form
 */
export function accountBytesOf(family: Family | 'other', address: string): readonly string[] {
  if (family !== 'other') return formatsOf(family).accountBytes(address);
  const candidates = [bech32, bech32m].flatMap((codec) => {
    const words = codec.decodeUnsafe(address as `${string}1${string}`)?.words ?? [];
    // Segregated witness programs have a version before them (BIP-173), other accounts have none.
    return [words, words.slice(1)].flatMap((part) => codec.fromWordsUnsafe(part) ?? []);
  });
  const checked = [base58, base58xrp].flatMap((codec) => {
    try {
      return [codec.decode(address).slice(versionBytes, -checksumBytes)];
    } catch {
      return [];
    }
  });
  return [...candidates, ...checked]
    .filter(({ length }) => length > 0)
    .map((bytes) => Buffer.from(bytes).toString('hex'));
}
