/** Bitcoin Core accepts no larger length (serialize.h, `MAX_SIZE`). */
const maxLength = 0x02000000;

/**
 * Reads Bitcoin's serialization: little-endian numbers, and lengths as compact sizes in their
 * shortest form. Throws `RangeError` if the bytes end too early.
 */
export function readBitcoinBytes(bytes: Uint8Array) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = 0;

  function take(length: number): Buffer {
    if (offset + length > buffer.length) throw new RangeError('the bytes end too early');
    offset += length;
    return buffer.subarray(offset - length, offset);
  }

  function length(): number {
    const first = take(1).readUInt8();
    if (first < 0xfd) return first;
    const [width, least] = first === 0xfd ? [2, 0xfd] : [4, 0x1_0000];
    if (first === 0xff) throw new RangeError('a length is too large');
    const value = take(width).readUIntLE(0, width);
    if (value < least) throw new RangeError('a length is not in its shortest form');
    if (value > maxLength) throw new RangeError('a length is too large');
    return value;
  }

  return {
    take,
    uint8: (): number => take(1).readUInt8(),
    uint32: (): number => take(4).readUInt32LE(),
    uint64: (): bigint => take(8).readBigUInt64LE(),
    length,
    counted: (): Buffer => take(length()),
    /** Reads a length and then that many items. */
    list<Item>(item: () => Item): Item[] {
      const items: Item[] = [];
      for (let left = length(); left > 0; left--) items.push(item());
      return items;
    },
    isAtEnd: (): boolean => offset === buffer.length,
  };
}
