import { createHash } from 'node:crypto';
import * as secp256k1 from '@bitcoinerlab/secp256k1';
import { bitcoinScriptOf } from './address.ts';

/**
 * The output scripts that a wallet's key alone spends: that of its address first, then that of the
 * other address type.
 */
export type OwnScripts = readonly [address: Uint8Array, ...others: Uint8Array[]];

/** Maximum of remembered wallets: the point of a taproot output takes a while to compute. */
const maxKnown = 1_000;
const known = new Map<string, OwnScripts>();

/**
 * The scripts of a wallet, derived from its public key: P2WPKH (BIP-141) and the key path of P2TR
 * (BIP-86). Nothing else counts as the wallet's: what others say of a script, such as a derivation
 * in a PSBT, proves nothing. Throws `RangeError` if the key is not the one of the address.
 *
 * @param script the output script of the wallet's address
 * @param publicKey compressed, 33 bytes; absent: only the script of the address is known
 */
export function ownScriptsOf(script: Uint8Array, publicKey: Uint8Array | undefined): OwnScripts {
  if (!publicKey) return [script];
  const scripts = scriptsOfKey(publicKey);
  if (!isOwn(scripts, script)) throw new RangeError('the public key is not that of the address');
  return [script, ...scripts.filter((one) => Buffer.compare(one, script) !== 0)];
}

/** Whether a script is one of the wallet's. */
export function isOwn(own: readonly Uint8Array[], script: Uint8Array): boolean {
  return own.some((one) => Buffer.compare(one, script) === 0);
}

/** Whether a key is the wallet's: compressed for P2WPKH, or an internal key of 32 bytes for P2TR. */
export function isOwnKey(own: readonly Uint8Array[], key: Uint8Array): boolean {
  if (key.length === 33) return isOwn(own, bitcoinScriptOf('p2wpkh', hash160(key)));
  const script = key.length === 32 ? taprootScriptOf(key) : undefined;
  return script !== undefined && isOwn(own, script);
}

/** `undefined` if the key is no point, or has no output. */
function taprootScriptOf(internalKey: Uint8Array): Uint8Array | undefined {
  if (!secp256k1.isXOnlyPoint(internalKey)) return undefined;
  const tweaked = secp256k1.xOnlyPointAddTweak(internalKey, taprootTweak(internalKey));
  return tweaked ? bitcoinScriptOf('p2tr', tweaked.xOnlyPubkey) : undefined;
}

/** The tweak of an internal key for an output without scripts (BIP-341, BIP-86), 32 bytes. */
export function taprootTweak(internalKey: Uint8Array): Uint8Array {
  return taggedHash('TapTweak', internalKey);
}

/** HASH160: what a P2WPKH script has of its public key. */
export function hash160(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(createHash('ripemd160').update(sha256(bytes)).digest());
}

function scriptsOfKey(publicKey: Uint8Array): OwnScripts {
  const name = Buffer.from(publicKey).toString('hex');
  const found = known.get(name);
  if (found) return found;
  if (publicKey.length !== 33 || !secp256k1.isPointCompressed(publicKey))
    throw new RangeError('the public key is not a compressed key of secp256k1');
  const taproot = taprootScriptOf(publicKey.slice(1));
  if (!taproot) throw new RangeError('the public key has no taproot output');
  const scripts: OwnScripts = [bitcoinScriptOf('p2wpkh', hash160(publicKey)), taproot];
  if (known.size >= maxKnown) known.clear();
  known.set(name, scripts);
  return scripts;
}

/** BIP-340, "Design", tagged hashes. */
function taggedHash(tag: string, message: Uint8Array): Uint8Array {
  const name = sha256(Buffer.from(tag, 'utf8'));
  return Uint8Array.from(sha256(Buffer.concat([name, name, message])));
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
