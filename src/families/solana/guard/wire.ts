import { encodeBase58 } from '../../shared/formats/base58.ts';

/**
 * A Solana transaction as encoded. Indexes count the keys, then the addresses of the lookup tables.
 */
export interface SolanaWire {
  signatures: readonly Uint8Array[];
  /** The bytes that every signer signs. */
  message: Uint8Array;
  required: number;
  readonlySigned: number;
  readonlyUnsigned: number;
  keys: readonly string[];
  blockhash: string;
  instructions: readonly { program: number; accounts: readonly number[]; data: Uint8Array }[];
  lookups: readonly { table: string; writable: readonly number[]; readonly: readonly number[] }[];
}

/** Maximum size of a transaction (solana.com/docs, transactions). */
const maxBytes = 1_232;
const versionFlag = 0x80;

/**
 * Reads the legacy and version 0 forms byte by byte. Requires the shortest form of every length and
 * no leftover bytes, so that each transaction has exactly one encoding. Throws `RangeError`.
 */
export function readSolanaWire(bytes: Uint8Array): SolanaWire {
  if (bytes.length > maxBytes)
    throw new RangeError(`there are ${bytes.length} bytes, above the limit of ${maxBytes}`);
  const read = createReader(bytes);
  const signatures = read.list(() => read.bytes(64));
  const message = bytes.subarray(read.offset());
  const isVersioned = ((message[0] ?? 0) & versionFlag) !== 0;
  const version = isVersioned ? read.byte() : versionFlag;
  if (version !== versionFlag) throw new RangeError(`version ${version - versionFlag} is unknown`);
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
  if (read.offset() !== bytes.length) throw new RangeError('bytes are left after the message');
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
    throw new RangeError('the number of signatures differs from the number of signers');
  if (readonlySigned >= required || required + readonlyUnsigned > keys.length) {
    throw new RangeError('the header counts more accounts than there are');
  }
  if (new Set(keys).size !== keys.length) throw new RangeError('an account occurs twice');
  const loaded = lookups.reduce(
    (sum, { writable, readonly }) => sum + writable.length + readonly.length,
    0,
  );
  for (const { program, accounts } of instructions) {
    // Neither the fee payer nor an account of a lookup table can be a program.
    if (program === 0 || program >= keys.length)
      throw new RangeError('an instruction has no valid program');
    if (accounts.some((index) => index >= keys.length + loaded))
      throw new RangeError('an account index of an instruction is out of range');
  }
}

function createReader(bytes: Uint8Array) {
  let offset = 0;
  const take = (length: number): Uint8Array => {
    if (offset + length > bytes.length) throw new RangeError('the bytes end too early');
    offset += length;
    return bytes.subarray(offset - length, offset);
  };
  const byte = (): number => take(1)[0] ?? 0;

  /** Seven bits per byte, lowest first. The eighth bit means that more follow (compact-u16). */
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
    offset: () => offset,
    byte,
    bytes: take,
    counted: () => take(length()),
    list<Item>(item: () => Item): Item[] {
      return Array.from({ length: length() }, item);
    },
  };
}
