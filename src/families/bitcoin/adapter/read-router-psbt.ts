import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { isOwn, isOwnKey, type OwnScripts } from '../formats/own-scripts.ts';
import {
  entryOf,
  type Psbt,
  type PsbtEntry,
  psbtGlobal,
  psbtInput,
  readPsbt,
  readWitnessUtxo,
} from '../formats/read-psbt.ts';
import {
  type BitcoinOutput,
  type BitcoinTransaction,
  outpointKey,
} from '../formats/read-transaction.ts';
import { type FundedTransaction, feeOf, isSignable, sameScript } from './funded-transaction.ts';
import { inBitcoin } from './in-bitcoin.ts';
import { outputFault } from './outputs.ts';
import { readPreviousOutput } from './previous-output.ts';
import { reasonOf } from './wire-transaction.ts';

/** Lowest locktime that is a time, not a height (Bitcoin Core, script.h, `LOCKTIME_THRESHOLD`). */
const firstTime = 500_000_000;
/** A sequence without this bit is a relative lock (BIP-68). */
const noRelativeLock = 0x8000_0000;

/**
 * Why a transaction cannot be in the next block. `undefined` if it can. Refuses version 3, because
 * nodes relay it with only one small child (BIP-431), so its fee could not be raised as usual.
 *
 * @param tip the height of the newest block
 */
function finalityFault(
  { version, locktime, inputs }: BitcoinTransaction,
  tip: number,
): string | undefined {
  if (version !== 1 && version !== 2) return `its version is ${version}`;
  if (locktime >= firstTime) return 'its locktime is a time';
  if (locktime > tip) return `it is locked until block ${locktime}`;
  const locked = inputs.findIndex(({ sequence }) => (sequence & noRelativeLock) === 0);
  return locked === -1 ? undefined : `input ${locked} has a relative lock, or could have one`;
}

/** The router's PSBT, in base64 or hex, and the inputs that the wallet signs. */
export interface RouterPsbt {
  psbt: string;
  /** Absent for all inputs. */
  signInputs?: readonly number[] | undefined;
}

/** Facts from the configured endpoint, not from the router. */
export interface OwnKnowledge {
  /** The output scripts of the wallet's key. */
  scripts: OwnScripts;
  /** Keyed by `outpointKey`. Each is verified against its transaction id. */
  previousOutputs: ReadonlyMap<string, BitcoinOutput>;
  /** Height of the newest block. */
  tip: number;
}

const maxBytes = 100 * 1_024;
/** SIGHASH_ALL, and for taproot SIGHASH_DEFAULT, which covers the same (BIP-143, BIP-341). */
const sighashTypes = { p2wpkh: [1], p2tr: [0, 1] } as const;

/** Entries without effect: Ferryman ignores the creator's paths, and proprietary entries. */
const allowedGlobals: readonly number[] = [
  psbtGlobal.unsignedTransaction,
  psbtGlobal.xpub,
  psbtGlobal.version,
  psbtGlobal.proprietary,
];
/** Redeem and witness script, a script path's signature and leaf, and the root of its tree. */
const scriptSignature = 20;
const scripts: readonly number[] = [4, 5, scriptSignature, 21, 24];
const allowedInputs: readonly number[] = Object.values(psbtInput);

/**
 * Parses a PSBT. `acceptRouterPsbt` checks it once the spent outputs are known. Throws
 * `ROUTER_MALFORMED`.
 */
export function readRouterPsbt({ psbt }: Pick<RouterPsbt, 'psbt'>): Psbt {
  if (psbt.length > maxBytes * 2) throw unusable('it is too large', 'B01');
  const isHex = /^(?:[0-9a-f]{2})+$/i.test(psbt);
  if (!isHex && !/^[A-Za-z0-9+/]+={0,2}$/.test(psbt))
    throw unusable('it is neither base64 nor hex', 'B01');
  const bytes = Buffer.from(psbt, isHex ? 'hex' : 'base64');
  if (bytes.length > maxBytes)
    throw unusable(`it has ${bytes.length} bytes, above ${maxBytes}`, 'B01');
  try {
    return readPsbt(bytes);
  } catch (cause) {
    throw unusable(reasonOf(cause), 'B01', cause);
  }
}

/**
 * Accepts an unsigned PSBT that spends only outputs of the wallet, to standard outputs, and can be
 * included at once. Takes only the unsigned transaction from the PSBT. Its other entries must agree
 * with the known facts. Throws `ROUTER_MALFORMED`.
 */
export function acceptRouterPsbt(
  { transaction, global, inputs }: Psbt,
  { signInputs }: Pick<RouterPsbt, 'signInputs'>,
  own: OwnKnowledge,
): FundedTransaction {
  requireGlobals(global);
  requireAll(signInputs, inputs.length);
  const previousOutputs = transaction.inputs.map((outpoint, index) => {
    requireUnsigned(inputs[index] ?? [], index);
    const previous = own.previousOutputs.get(outpointKey(outpoint));
    if (!previous) throw unusable(`the output that input ${index} spends is unknown`, 'B04');
    const isOfSignedKind = isSignable(previous.script);
    if (!isOwn(own.scripts, previous.script))
      throw unusable(`input ${index} is not the wallet’s`, isOfSignedKind ? 'B02' : 'B02,B07');
    if (!isOfSignedKind) throw unusable(`input ${index} is neither P2WPKH nor P2TR`, 'B07');
    requireOwnKeys(inputs[index] ?? [], index, own.scripts);
    requireInput(inputs[index] ?? [], index, outpoint, previous);
    return previous;
  });
  const locked = finalityFault(transaction, own.tip);
  if (locked !== undefined) throw unusable(locked, 'B08');
  const fault = outputFault(transaction.outputs);
  if (fault !== undefined) throw unusable(fault, 'B05');
  const funded = { transaction, previousOutputs };
  if (feeOf(funded) < 0n) throw unusable('it pays out more than it spends', 'B06');
  return funded;
}

function requireGlobals(global: readonly PsbtEntry[]): void {
  const unknown = global.find(({ type }) => !allowedGlobals.includes(type));
  if (unknown) throw unusable(`the global type ${unknown.type} is unknown`, 'B01');
  const version = entryOf(global, psbtGlobal.version);
  if (version?.some((byte) => byte !== 0)) throw unusable('its version is not 0', 'B01');
}

/** All inputs are the wallet's, so all must be signed: a subset would leave the rest to others. */
function requireAll(signInputs: readonly number[] | undefined, count: number): void {
  if (signInputs === undefined) return;
  const wanted = new Set(signInputs);
  const isAll =
    signInputs.length === count &&
    Array.from({ length: count }, (_, index) => index).every((index) => wanted.has(index));
  if (!isAll)
    throw unusable(
      `signInputs must list all ${count} inputs once, not ${signInputs.slice(0, 20).join()}`,
      'B02',
    );
}

/** Nothing is signed yet, and nothing but the wallet's keys can spend it. */
function requireUnsigned(entries: readonly PsbtEntry[], index: number): void {
  const unknown = entries.find(({ type }) => !allowedInputs.includes(type));
  if (!unknown) return;
  throw unusable(
    `input ${index} is already signed, or has a script or an unknown entry (type ${unknown.type})`,
    unknown.type === scriptSignature ? 'B01,B07' : scripts.includes(unknown.type) ? 'B07' : 'B01',
  );
}

/** A key or a derivation of another account asks for a signature of what the wallet does not hold. */
function requireOwnKeys(entries: readonly PsbtEntry[], index: number, own: OwnScripts): void {
  const foreign = entries.find((entry) => {
    const key = keyIn(entry);
    return key !== undefined && !isOwnKey(own, key);
  });
  if (foreign)
    throw unusable(
      `input ${index} names a key that is not the wallet’s (type ${foreign.type})`,
      'B07',
    );
}

function keyIn({ type, keyData, value }: PsbtEntry): Uint8Array | undefined {
  switch (type) {
    case psbtInput.bip32Derivation:
    case psbtInput.tapBip32Derivation:
      return keyData;
    case psbtInput.tapInternalKey:
      return value;
    default:
      return undefined;
  }
}

function requireInput(
  entries: readonly PsbtEntry[],
  index: number,
  outpoint: BitcoinTransaction['inputs'][number],
  previous: BitcoinOutput,
): void {
  const sighash = entryOf(entries, psbtInput.sighashType);
  if (sighash) requireSighash(Buffer.from(sighash).readUInt32LE(), index, previous);
  for (const reported of reportedOutputs(entries, outpoint)) {
    if (reported.value !== previous.value || !sameScript(reported.script, previous.script)) {
      throw unusable(
        `input ${index} spends ${inBitcoin(previous.value)}, but the PSBT has another output`,
        'B04',
      );
    }
  }
}

function requireSighash(type: number, index: number, { script }: BitcoinOutput): void {
  const kind = script[0] === 0 ? 'p2wpkh' : 'p2tr';
  const allowed: readonly number[] = sighashTypes[kind];
  if (!allowed.includes(type))
    throw unusable(`input ${index} requires the sighash type ${type}`, 'B03');
}

function reportedOutputs(
  entries: readonly PsbtEntry[],
  outpoint: BitcoinTransaction['inputs'][number],
): BitcoinOutput[] {
  const witness = entryOf(entries, psbtInput.witnessUtxo);
  const whole = entryOf(entries, psbtInput.nonWitnessUtxo);
  try {
    return [
      ...(witness ? [readWitnessUtxo(witness)] : []),
      ...(whole ? [readPreviousOutput(whole, outpoint)] : []),
    ];
  } catch (cause) {
    throw unusable(reasonOf(cause), 'B04', cause);
  }
}

function unusable(reason: string, rule: string, cause?: unknown): FerrymanError {
  return new FerrymanError('ROUTER_MALFORMED', `the PSBT is invalid: ${reason}`, {
    cause,
    details: { rule },
  });
}
