import { Cell } from '@ton/core';

/*
 * Bags of cells (docs.ton.org, "Bag of cells"; TVM whitepaper, 3.1): how cells are written as
 * bytes. The library that builds the cells reads them leniently: several roots, bytes behind the
 * end, cells that stand for others. Here all that is refused, and before it costs anything.
 */

const genericMagic = 0xb5ee9c72;

/** What is taken of others at most: a payload of a few messages needs a fraction of it. */
export const payloadLimits = { bytes: 16 * 1024, cells: 512, depth: 64 } as const;
/**
 * What a network takes of an external message at most (its `size_limits_config`, docs.ton.org,
 * configuration parameter 43).
 */
const externalLimits = { bytes: 65_535, cells: 8_192, depth: 512 } as const;

interface BocLimits {
  bytes: number;
  cells: number;
  depth: number;
}

export interface ReadBoc {
  root: Cell;
  /** Bytes that it was written in. */
  size: number;
  /** Cells that it is made of. */
  cells: number;
}

/**
 * One root of ordinary cells within the limits, and not a byte more. Throws `RangeError` with what
 * is wrong.
 */
function readBoc(bytes: Uint8Array, limits: BocLimits): ReadBoc {
  const header = readHeader(bytes, limits);
  let root: Cell | undefined;
  try {
    [root] = Cell.fromBoc(Buffer.from(bytes));
  } catch (cause) {
    throw new RangeError('the cells cannot be read', { cause });
  }
  if (!root) throw new RangeError('there is no root');
  const depth = root.depth();
  if (depth > limits.depth)
    throw new RangeError(`the cells are ${depth} deep, ${limits.depth} at most`);
  const cells = new Set<Cell>();
  collectOrdinary(root, cells);
  if (cells.size !== header.cells)
    throw new RangeError('there are cells that do not belong to the root');
  const written = [...cells].reduce(
    (sum, cell) => sum + cellLength(cell, header.referenceBytes),
    0,
  );
  if (written !== header.cellBytes) throw new RangeError('there is more than the cells');
  return { root, size: bytes.length, cells: cells.size };
}

/** The same of text in base64, of the usual or of the URL alphabet. Throws `RangeError`. */
export function readBocText(text: string, limits: BocLimits): ReadBoc {
  const letters = text.replaceAll('-', '+').replaceAll('_', '/');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(letters)) throw new RangeError('it is not base64');
  const bytes = Buffer.from(letters, 'base64');
  if (bytes.toString('base64').replaceAll('=', '') !== letters.replaceAll('=', '')) {
    throw new RangeError('it is not base64 in its shortest form');
  }
  return readBoc(bytes, limits);
}

/** Of bytes of ours, 0x hex. Throws `RangeError`. */
export function readBocHex(bytes: string): ReadBoc {
  if (!/^0x(?:[0-9a-f]{2})+$/.test(bytes)) throw new RangeError('they are not hexadecimal');
  return readBoc(Buffer.from(bytes.slice(2), 'hex'), externalLimits);
}

/** How bytes of ours are written: one root, no index, no checksum. */
export function bocHex(cell: Cell): string {
  return `0x${cell.toBoc({ idx: false, crc32: false }).toString('hex')}`;
}

/** What the bytes say of themselves, where it fits them and the limits. */
function readHeader(
  bytes: Uint8Array,
  limits: BocLimits,
): { cells: number; cellBytes: number; referenceBytes: number } {
  if (bytes.length > limits.bytes)
    throw new RangeError(`${bytes.length} bytes, ${limits.bytes} at most`);
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length < 6 || view.readUInt32BE(0) !== genericMagic)
    throw new RangeError('it is no bag of cells');
  const flags = view[4] ?? 0;
  const [hasIndex, hasChecksum, hasCacheBits] = [flags & 0x80, flags & 0x40, flags & 0x20];
  const [referenceBytes, offsetBytes] = [flags & 0x07, view[5] ?? 0];
  if (hasCacheBits || (flags & 0x18) !== 0 || referenceBytes < 1 || referenceBytes > 4) {
    throw new RangeError('the flags are not known');
  }
  if (offsetBytes < 1 || offsetBytes > 4) throw new RangeError('the offsets are too wide');
  let place = 6;
  const number = (width: number): number => {
    if (place + width > view.length) throw new RangeError('the bytes end too early');
    place += width;
    return view.readUIntBE(place - width, width);
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
    throw new RangeError(`there are ${cells} cells, ${limits.cells} at most`);
  if (number(referenceBytes) !== 0) throw new RangeError('the root is not the first cell');
  const length = place + (hasIndex ? cells * offsetBytes : 0) + cellBytes + (hasChecksum ? 4 : 0);
  if (length !== view.length) throw new RangeError('the bytes are not as many as they say');
  return { cells, cellBytes, referenceBytes };
}

/** Two bytes that describe it, its data, and the numbers of the cells below it. */
function cellLength(cell: Cell, referenceBytes: number): number {
  return 2 + Math.ceil(cell.bits.length / 8) + cell.refs.length * referenceBytes;
}

/**
 * Cells that stand for others, such as those of libraries, are none that a message of a wallet has.
 */
function collectOrdinary(cell: Cell, cells: Set<Cell>): void {
  if (cells.has(cell)) return;
  cells.add(cell);
  if (cell.isExotic) throw new RangeError('a cell stands for another one');
  for (const child of cell.refs) collectOrdinary(child, cells);
}
