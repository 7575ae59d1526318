import type { AddressCodec } from '../../../families/shared/formats/address-form.ts';

/*
 * Account names that people choose. None has a checksum: a name with one letter changed is another
 * account.
 */

/**
 * NEAR (nomicon.io, account id): a name below a top-level one, or the 64 digits of a key. Top-level
 * names without a dot are refused: the registrar assigns them, and they would match most words and
 * most addresses of other chains. So are 0x and 40 digits, which may be an account but are almost
 * always a mistake.
 */
export const near: AddressCodec = (text) => {
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  const isName =
    /^(([a-z\d]+[-_])*[a-z\d]+\.)+[a-z]([a-z\d]*[-_])*[a-z\d]+$/.test(text) && text.length <= 64;
  return isName && !text.endsWith('.testnet') ? text : undefined;
};

/**
 * EOS (now Vaulta) and WAX (docs.antelope.io, names): up to twelve of these letters, the thirteenth
 * one of sixteen. No dot at either end.
 */
export const antelope: AddressCodec = (text) =>
  /^(?=.{1,13}$)[a-z1-5.]{1,12}[a-j1-5.]?$/.test(text) && !/^\.|\.$/.test(text) ? text : undefined;

/**
 * Steem (libraries/chain, is_valid_account_name): 3 to 16 letters, in parts of at least three that
 * begin with a letter and do not end with a dash.
 */
export const steem: AddressCodec = (text) =>
  /^(?=.{3,16}$)[a-z][a-z\d-]+[a-z\d](\.[a-z][a-z\d-]+[a-z\d])*$/.test(text) ? text : undefined;

/** IOST (developers.iost.io, account): 5 to 11 letters, digits and underscores. */
export const iost: AddressCodec = (text) => (/^[a-z\d_]{5,11}$/.test(text) ? text : undefined);

/**
 * Hedera (HIP-15): shard, realm and number of an account, with an optional checksum of five
 * letters, which differs per network.
 */
export const hedera: AddressCodec = (text) => {
  const [, account, checksum] = /^(0\.0\.[1-9]\d{0,18})(?:-([a-z]{5}))?$/.exec(text) ?? [];
  if (account === undefined) return undefined;
  return checksum === undefined || checksum === hederaChecksum(account) ? account : undefined;
};

/** For the main network, whose ledger id is 0x00. */
function hederaChecksum(account: string): string {
  const digits = [...account].map((letter) => (letter === '.' ? 10 : Number(letter)));
  const p3 = 26 ** 3;
  const p5 = 26 ** 5;
  let even = 0;
  let odd = 0;
  let all = 0;
  for (const [index, digit] of digits.entries()) {
    all = (all * 31 + digit) % p3;
    if (index % 2 === 0) even = (even + digit) % 11;
    else odd = (odd + digit) % 11;
  }
  // The ledger id's byte and six bytes of zero add nothing.
  const ledger = 0;
  let sum = ((((digits.length % 5) * 11 + even) * 11 + odd) * p3 + all + ledger) % p5;
  sum = (sum * 1_000_003) % p5;
  let letters = '';
  for (let index = 0; index < 5; index++) {
    letters = String.fromCharCode(97 + (sum % 26)) + letters;
    sum = Math.floor(sum / 26);
  }
  return letters;
}
