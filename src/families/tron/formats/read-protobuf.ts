/** A field's value: a number, or bytes (which may be text or a nested message). */
export type ProtobufValue = bigint | Uint8Array;

const varint = 0;
const lengthDelimited = 2;
/** Maximum bytes of a varint: 64 bits in groups of seven. */
const maxVarintBytes = 10;

/**
 * Decodes a protobuf message by field numbers (protobuf.dev, encoding). Accepts only the canonical
 * form of proto3: each field at most once, in ascending order, shortest numbers, no defaults, no
 * trailing bytes. So equal messages have equal bytes, and nothing is overlooked. Throws
 * `RangeError` otherwise.
 */
export function readProtobuf(bytes: Uint8Array): Map<number, ProtobufValue> {
  const fields = new Map<number, ProtobufValue>();
  let at = 0;
  let last = 0;

  function readVarint(): bigint {
    let value = 0n;
    for (let count = 0; count < maxVarintBytes; count++) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError('the message ends within a number');
      value |= BigInt(byte & 0x7f) << BigInt(7 * count);
      if (byte < 0x80) {
        if (byte === 0 && count > 0) throw new RangeError('a number is longer than necessary');
        if (value >= 1n << 64n) throw new RangeError('a number has more than 64 bits');
        return value;
      }
    }
    throw new RangeError('a number does not end');
  }

  while (at < bytes.length) {
    const key = Number(readVarint());
    const [field, type] = [Math.floor(key / 8), key % 8];
    if (field <= last) throw new RangeError(`field ${field} is out of order or repeated`);
    last = field;
    if (type === varint) {
      const value = readVarint();
      if (value === 0n) throw new RangeError(`field ${field} is encoded although it is zero`);
      fields.set(field, value);
    } else if (type === lengthDelimited) {
      const length = Number(readVarint());
      if (length === 0) throw new RangeError(`field ${field} is encoded although it is empty`);
      if (length > bytes.length - at) throw new RangeError(`field ${field} is cut off`);
      fields.set(field, bytes.subarray(at, at + length));
      at += length;
    } else {
      throw new RangeError(`field ${field} is of type ${type}`);
    }
  }
  return fields;
}
