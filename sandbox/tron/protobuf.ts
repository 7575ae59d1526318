/*
 * The part of the Protocol Buffers wire format that TRON's transactions use (protobuf.dev,
 * "Encoding"): varints and length-delimited fields.
 */

/**
 * The values of each field of a message, in order: integers as on the wire (unsigned, 64 bits),
 * everything else as bytes.
 */
export type Fields = ReadonlyMap<number, readonly (bigint | Uint8Array)[]>;

const VARINT = 0n;
const LENGTH_DELIMITED = 2n;

/**
 * @throws {RangeError} if the bytes are not a message, or have field types that transactions do not
 *   use
 */
export function readFields(bytes: Uint8Array): Fields {
  const fields = new Map<number, (bigint | Uint8Array)[]>();
  let position = 0;
  const readVarint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[position++];
      if (byte === undefined) throw new RangeError('A number ends too early.');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new RangeError('A number is too long.');
  };
  while (position < bytes.length) {
    const key = readVarint();
    const [field, type] = [Number(key >> 3n), key & 7n];
    const values = fields.get(field) ?? [];
    fields.set(field, values);
    if (type === VARINT) values.push(readVarint());
    else if (type === LENGTH_DELIMITED) {
      const length = Number(readVarint());
      if (position + length > bytes.length) throw new RangeError(`Field ${field} ends too early.`);
      values.push(bytes.subarray(position, position + length));
      position += length;
    } else throw new RangeError(`Field ${field} has the type ${type}.`);
  }
  return fields;
}

/**
 * The last value of an integer field, as a signed 64-bit number; 0 if absent.
 * @throws {RangeError}
 */
export function integerOf(fields: Fields, field: number): bigint {
  const value = fields.get(field)?.at(-1) ?? 0n;
  if (typeof value !== 'bigint') throw new RangeError(`Field ${field} is not a number.`);
  return BigInt.asIntN(64, value);
}

/** The last value of a bytes field; empty if absent. @throws {RangeError} */
export function bytesOf(fields: Fields, field: number): Uint8Array {
  return allBytesOf(fields, field).at(-1) ?? new Uint8Array();
}

/** All values of a repeated bytes field. @throws {RangeError} */
export function allBytesOf(fields: Fields, field: number): Uint8Array[] {
  return (fields.get(field) ?? []).map((value) => {
    if (typeof value === 'bigint') throw new RangeError(`Field ${field} is a number.`);
    return value;
  });
}

/** Encodes a field. The default, zero or empty, is omitted. */
export function writeField(field: number, value: bigint | Uint8Array): Uint8Array {
  if (typeof value === 'bigint') {
    return value === 0n
      ? new Uint8Array()
      : Uint8Array.of(...varint(BigInt(field) << 3n), ...varint(BigInt.asUintN(64, value)));
  }
  if (value.length === 0) return value;
  const key = (BigInt(field) << 3n) | LENGTH_DELIMITED;
  return Buffer.concat([Uint8Array.of(...varint(key), ...varint(BigInt(value.length))), value]);
}

function varint(value: bigint): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7n) {
    if (rest < 0x80n) return [...bytes, Number(rest)];
    bytes.push(Number(rest & 0x7fn) | 0x80);
  }
}
