import { Address, beginCell, type Cell } from '@ton/core';

/**
 * Whether a cell or a cell below it contains a TON address in its binary form (block.tlb,
 * `addr_std`).
 * @param address canonical form
 */
export function holdsTonAddress(root: Cell, address: string): boolean {
  const written = bitsOf(beginCell().storeAddress(Address.parseRaw(address)).endCell());
  const seen = new Set<Cell>();
  const waiting = [root];
  for (let cell = waiting.pop(); cell; cell = waiting.pop()) {
    if (seen.has(cell)) continue;
    seen.add(cell);
    if (bitsOf(cell).includes(written)) return true;
    waiting.push(...cell.refs);
  }
  return false;
}

function bitsOf({ bits }: Cell): string {
  return Array.from({ length: bits.length }, (_, index) => (bits.at(index) ? '1' : '0')).join('');
}
