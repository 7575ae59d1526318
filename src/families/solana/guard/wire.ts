import { encodeBase58 } from '../../shared/formats/base58.ts';

/**
 * A Solana transaction as its bytes have it; indexes count the keys, then the addresses that lookup
 * tables stand for.
 */
export interface SolanaWire {
  signatures: readonly Uint8Array[];
  /** What every signer signs. */
  message: Uint8Array;
  required: number;
  readonlySigned: number;
  readonlyUnsigned: number;
  keys: readonly string[];
  blockhash: string;
  instructions: readonly { program: number; accounts: readonly number[]; data: Uint8Array }[];
  lookups: readonly { table: string; writable: readonly number[]; readonly: readonly number[] }[];
}

/** The most bytes a transaction has on the wire (solana.com/docs, transactions). */
const maxBytes = 1_232;
const versionFlag = 0x80;

/**
 * Reads the legacy and the version 0 form byte by byte. Every length has to be written in its
 * shortest form and nothing may be left over, so that there is one way only to write what was read.
 * Throws `RangeError` with what is wrong.
 */
export function readSolanaWire(bytes: Uint8Array): SolanaWire {
  if (bytes.length > maxBytes)
    throw new RangeError(`${bytes.length} bytes are more than a transaction has`);
  const read = createReader(bytes);
  const signatures = read.list(() => read.bytes(64));
  const message = bytes.subarray(read.place());
  const isVersioned = ((message[0] ?? 0) & versionFlag) !== 0;
  const version = isVersioned ? read.byte() : versionFlag;
  if (version !== versionFlag)
    throw new RangeError(`version ${version - versionFlag} is not known`);
  const [required, readonlySigned, readonlyUnsigned] = [read.byte(), read.byte(), read.byte()];
  const keys = read.list(() => encodeBase58(read.bytes(32)));
  const blockhash = encodeBase58(read.bytes(32));
  const instructions = read.list(() => ({
    program: read.byte(),
    accounts: read.list(() => read.byte()),
    data: read.counted(),
  }));
  const lookups = isVersioned
    ? read.list(() => ({
        table: encodeBase58(read.bytes(32)),
        writable: read.list(() => read.byte()),
        readonly: read.list(() => read.byte()),
      }))
    : [];
  if (read.place() !== bytes.length) throw new RangeError('bytes are left over behind the message');
  const wire = {
    signatures,
    message,
    required,
    readonlySigned,
    readonlyUnsigned,
    keys,
    blockhash,
    instructions,
    lookups,
  };
  requireSound(wire);
  return wire;
}

function requireSound(wire: SolanaWire): void {
  const { signatures, required, readonlySigned, readonlyUnsigned, keys, instructions, lookups } =
    wire;
  if (required === 0 || signatures.length !== required)
    throw new RangeError('signatures and signers do not fit');
  if (readonlySigned >= required || required + readonlyUnsigned > keys.length) {
    throw new RangeError('the header counts more accounts than there are');
  }
  if (new Set(keys).size !== keys.length) throw new RangeError('an account is named twice');
  const loaded = lookups.reduce(
    (sum, { writable, readonly }) => sum + writable.length + readonly.length,
    0,
  );
  for (const { program, accounts } of instructions) {
    // Neither the fee payer nor an account of a lookup table can be a program.
    if (program === 0 || program >= keys.length)
      throw new RangeError('an instruction names no program');
    if (accounts.some((index) => index >= keys.length + loaded))
      throw new RangeError('an instruction names no account');
  }
}

function createReader(bytes: Uint8Array) {
  let place = 0;
  const take = (length: number): Uint8Array => {
    if (place + length > bytes.length) throw new RangeError('the bytes end too early');
    place += length;
    return bytes.subarray(place - length, place);
  };
  const byte = (): number => take(1)[0] ?? 0;

  /** Seven bits a byte, the lowest first; the eighth says that more follow. */
  function length(): number {
    let value = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const next = byte();
      if (next === 0 && shift > 0) throw new RangeError('a length is not in its shortest form');
      value |= (next & 0x7f) << shift;
      if ((next & 0x80) === 0) return value;
    }
    throw new RangeError('a length is too large');
  }

  return {
    place: () => place,
    byte,
    bytes: take,
    counted: () => take(length()),
    list<Item>(item: () => Item): Item[] {
      return Array.from({ length: length() }, item);
    },
  };
}
