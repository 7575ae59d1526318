import { Cell } from '@ton/core';

/*
 * Bags of cells (docs.ton.org, "Bag of cells"; TVM whitepaper, 3.1): the byte encoding of cells.
 * The library accepts several roots, trailing bytes and exotic cells. This reader refuses them, and
 * checks sizes before it parses.
 */

const genericMagic = 0xb5ee9c72;

/** Limits for cells from others. A payload of a few messages needs a fraction of them. */
export const payloadLimits = { bytes: 16 * 1024, cells: 512, depth: 64 } as const;
/**
 * The network's limits for an external message (`size_limits_config`, docs.ton.org, configuration
 * parameter 43).
 */
const externalLimits = { bytes: 65_535, cells: 8_192, depth: 512 } as const;

interface BocLimits {
  bytes: number;
  cells: number;
  depth: number;
}

export interface ReadBoc {
  root: Cell;
  /** Length of the encoding, in bytes. */
  size: number;
  /** Number of cells. */
  cells: number;
}

/** Reads one root of ordinary cells within the limits, and no more bytes. Throws `RangeError`. */
function readBoc(bytes: Uint8Array, limits: BocLimits): ReadBoc {
  const header = readHeader(bytes, limits);
  let root: Cell | undefined;
  try {
    [root] = Cell.fromBoc(Buffer.from(bytes));
  } catch (cause) {
    throw new RangeError('the cells cannot be read', { cause });
  }
  if (!root) throw new RangeError('the root is missing');
  const depth = root.depth();
  if (depth > limits.depth)
    throw new RangeError(`the cells are ${depth} deep, and the limit is ${limits.depth}`);
  const cells = new Set<Cell>();
  collectOrdinary(root, cells);
  if (cells.size !== header.cells) throw new RangeError('some cells do not belong to the root');
  const written = [...cells].reduce(
    (sum, cell) => sum + cellLength(cell, header.referenceBytes),
    0,
  );
  if (written !== header.cellBytes) throw new RangeError('the bytes contain more than the cells');
  return { root, size: bytes.length, cells: cells.size };
}

/** The same for base64 text, in the standard or the URL alphabet. Throws `RangeError`. */
export function readBocText(text: string, limits: BocLimits): ReadBoc {
  const letters = text.replaceAll('-', '+').replaceAll('_', '/');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(letters)) throw new RangeError('it is not base64');
  const bytes = Buffer.from(letters, 'base64');
  if (bytes.toString('base64').replaceAll('=', '') !== letters.replaceAll('=', '')) {
    throw new RangeError('it is not base64 in its shortest form');
  }
  return readBoc(bytes, limits);
}

/** The same for bytes that Ferryman encoded, 0x hex. Throws `RangeError`. */
export function readBocHex(bytes: string): ReadBoc {
  if (!/^0x(?:[0-9a-f]{2})+$/.test(bytes)) throw new RangeError('they are not hexadecimal');
  return readBoc(Buffer.from(bytes.slice(2), 'hex'), externalLimits);
}

/** Ferryman's encoding, 0x hex: one root, no index, no checksum. */
export function bocHex(cell: Cell): string {
  return `0x${cell.toBoc({ idx: false, crc32: false }).toString('hex')}`;
}

/** Reads the header and checks it against the bytes and the limits. Throws `RangeError`. */
function readHeader(
  bytes: Uint8Array,
  limits: BocLimits,
): { cells: number; cellBytes: number; referenceBytes: number } {
  if (bytes.length > limits.bytes)
    throw new RangeError(`there are ${bytes.length} bytes, and the limit is ${limits.bytes}`);
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length < 6 || view.readUInt32BE(0) !== genericMagic)
    throw new RangeError('the bytes are not a bag of cells');
  const flags = view[4] ?? 0;
  const [hasIndex, hasChecksum, hasCacheBits] = [flags & 0x80, flags & 0x40, flags & 0x20];
  const [referenceBytes, offsetBytes] = [flags & 0x07, view[5] ?? 0];
  if (hasCacheBits || (flags & 0x18) !== 0 || referenceBytes < 1 || referenceBytes > 4) {
    throw new RangeError('the flags are unknown');
  }
  if (offsetBytes < 1 || offsetBytes > 4) throw new RangeError('the offsets are too wide');
  let offset = 6;
  const number = (width: number): number => {
    if (offset + width > view.length) throw new RangeError('the bytes end too early');
    offset += width;
    return view.readUIntBE(offset - width, width);
  };
  const [cells, roots, absent] = [
    number(referenceBytes),
    number(referenceBytes),
    number(referenceBytes),
  ];
  const cellBytes = number(offsetBytes);
  if (roots !== 1) throw new RangeError(`there are ${roots} roots`);
  if (absent !== 0) throw new RangeError('cells are missing');
  if (cells < 1 || cells > limits.cells)
    throw new RangeError(`there are ${cells} cells, and the limit is ${limits.cells}`);
  if (number(referenceBytes) !== 0) throw new RangeError('the root is not the first cell');
  const length = offset + (hasIndex ? cells * offsetBytes : 0) + cellBytes + (hasChecksum ? 4 : 0);
  if (length !== view.length) throw new RangeError('the length differs from the header');
  return { cells, cellBytes, referenceBytes };
}

/** Two descriptor bytes, the data, and the indexes of the referenced cells. */
function cellLength(cell: Cell, referenceBytes: number): number {
  return 2 + Math.ceil(cell.bits.length / 8) + cell.refs.length * referenceBytes;
}

/** A wallet message has no exotic cells, such as library references. */
function collectOrdinary(cell: Cell, cells: Set<Cell>): void {
  if (cells.has(cell)) return;
  cells.add(cell);
  if (cell.isExotic) throw new RangeError('a cell is exotic');
  for (const child of cell.refs) collectOrdinary(child, cells);
}
