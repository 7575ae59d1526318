import { FerrymanError } from '../../../errors/ferryman-error.ts';
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
import { outputFault } from './outputs.ts';
import { readPreviousOutput } from './previous-output.ts';
import { reasonOf } from './wire-transaction.ts';

/**
 * From here on a locktime is a time and no height (Bitcoin Core, script.h, `LOCKTIME_THRESHOLD`).
 */
const firstTime = 500_000_000;
/** Sequences without this bit lock an input for some time after its output (BIP-68). */
const noRelativeLock = 0x8000_0000;

/**
 * What keeps a transaction from the next block, or makes it another thing than a payment; nothing
 * where it may be included at once. Version 3 is refused: nodes pass it on with one small child
 * only (BIP-431), so that it could not be sped up as the others are.
 *
 * @param tip the height of the newest block
 */
function finalityFault(
  { version, locktime, inputs }: BitcoinTransaction,
  tip: number,
): string | undefined {
  if (version !== 1 && version !== 2) return `its version is ${version}`;
  if (locktime >= firstTime) return 'it is locked until a time';
  if (locktime > tip) return `it is locked until block ${locktime}`;
  const locked = inputs.findIndex(({ sequence }) => (sequence & noRelativeLock) === 0);
  return locked === -1 ? undefined : `input ${locked} has a relative lock, or could have one`;
}

/**
 * What a routing service gives: the PSBT in base64 or hex, and the inputs that the wallet is to
 * sign.
 */
export interface RouterPsbt {
  psbt: string;
  /** Absent: all. */
  signInputs?: readonly number[] | undefined;
}

/** What we know by ourselves. */
export interface OwnKnowledge {
  /** The output script of the wallet's address. */
  script: Uint8Array;
  /** By `outpointKey`; each fetched by ourselves, and checked against its id. */
  previousOutputs: ReadonlyMap<string, BitcoinOutput>;
  /** Height of the newest block. */
  tip: number;
}

const maxBytes = 100 * 1_024;
/** SIGHASH_ALL, and on taproot SIGHASH_DEFAULT, which signs the same (BIP-143, BIP-341). */
const sighashTypes = { p2wpkh: [1], p2tr: [0, 1] } as const;

/**
 * Entries that change nothing: keys and paths of whoever made it are not believed, and proprietary
 * ones are somebody else's.
 */
const allowedGlobals: readonly number[] = [
  psbtGlobal.unsignedTransaction,
  psbtGlobal.xpub,
  psbtGlobal.version,
  psbtGlobal.proprietary,
];
const allowedInputs: readonly number[] = Object.values(psbtInput);

/**
 * Reads the form alone: what it spends has to be fetched before anything more can be said. Throws
 * `ROUTER_MALFORMED`.
 */
export function readRouterPsbt({ psbt }: Pick<RouterPsbt, 'psbt'>): Psbt {
  if (psbt.length > maxBytes * 2) throw unusable('it is too large');
  const isHex = /^(?:[0-9a-f]{2})+$/i.test(psbt);
  if (!isHex && !/^[A-Za-z0-9+/]+={0,2}$/.test(psbt))
    throw unusable('it is neither base64 nor hex');
  const bytes = Buffer.from(psbt, isHex ? 'hex' : 'base64');
  if (bytes.length > maxBytes) throw unusable(`it has ${bytes.length} bytes, ${maxBytes} at most`);
  try {
    return readPsbt(bytes);
  } catch (cause) {
    throw unusable(reasonOf(cause), cause);
  }
}

/**
 * The transaction of a PSBT that spends nothing but outputs of the wallet, signed by nobody yet, to
 * outputs that everybody knows, at once. Of the PSBT nothing but the unsigned transaction is taken;
 * what else it tells has to agree with what we know. Throws `ROUTER_MALFORMED`.
 */
export function acceptRouterPsbt(
  { transaction, global, inputs }: Psbt,
  { signInputs }: Pick<RouterPsbt, 'signInputs'>,
  own: OwnKnowledge,
): FundedTransaction {
  requireGlobals(global);
  requireAll(signInputs, inputs.length);
  const previousOutputs = transaction.inputs.map((outpoint, index) => {
    const previous = own.previousOutputs.get(outpointKey(outpoint));
    if (!previous) throw unusable(`nobody knows what input ${index} spends`);
    if (!sameScript(previous.script, own.script))
      throw unusable(`input ${index} is not the wallet’s`);
    if (!isSignable(previous.script)) throw unusable(`input ${index} is neither P2WPKH nor P2TR`);
    requireInput(inputs[index] ?? [], index, outpoint, previous);
    return previous;
  });
  const fault = finalityFault(transaction, own.tip) ?? outputFault(transaction.outputs);
  if (fault !== undefined) throw unusable(fault);
  const funded = { transaction, previousOutputs };
  if (feeOf(funded) < 0n) throw unusable('it pays out more than it spends');
  return funded;
}

function requireGlobals(global: readonly PsbtEntry[]): void {
  const unknown = global.find(({ type }) => !allowedGlobals.includes(type));
  if (unknown) throw unusable(`the global type ${unknown.type} is not known`);
  const version = entryOf(global, psbtGlobal.version);
  if (version?.some((byte) => byte !== 0)) throw unusable('its version is not 0');
}

/**
 * Every input is the wallet’s, so that every one of them is signed: a subset would leave the rest
 * to somebody else.
 */
function requireAll(signInputs: readonly number[] | undefined, count: number): void {
  if (signInputs === undefined) return;
  const wanted = new Set(signInputs);
  const isAll =
    signInputs.length === count &&
    Array.from({ length: count }, (_, index) => index).every((index) => wanted.has(index));
  if (!isAll)
    throw unusable(`of ${count} inputs it wants these signed: ${signInputs.slice(0, 20).join()}`);
}

function requireInput(
  entries: readonly PsbtEntry[],
  index: number,
  outpoint: BitcoinTransaction['inputs'][number],
  previous: BitcoinOutput,
): void {
  const unknown = entries.find(({ type }) => !allowedInputs.includes(type));
  if (unknown) {
    throw unusable(
      `input ${index} is signed already, has scripts of its own, or says what is not known (type ${unknown.type})`,
    );
  }
  const sighash = entryOf(entries, psbtInput.sighashType);
  if (sighash) requireSighash(Buffer.from(sighash).readUInt32LE(), index, previous);
  for (const told of reportedOutputs(entries, outpoint)) {
    if (told.value !== previous.value || !sameScript(told.script, previous.script)) {
      throw unusable(
        `input ${index} spends ${previous.value} satoshis, and the PSBT says another thing`,
      );
    }
  }
}

function requireSighash(type: number, index: number, { script }: BitcoinOutput): void {
  const kind = script[0] === 0 ? 'p2wpkh' : 'p2tr';
  const allowed: readonly number[] = sighashTypes[kind];
  if (!allowed.includes(type))
    throw unusable(`input ${index} is to be signed with the sighash type ${type}`);
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
    throw unusable(reasonOf(cause), cause);
  }
}

function unusable(reason: string, cause?: unknown): FerrymanError {
  return new FerrymanError('ROUTER_MALFORMED', `the PSBT cannot be used: ${reason}`, { cause });
}
