import type { Hex } from 'viem';

export function quantity(value: bigint | number): Hex {
  return `0x${value.toString(16)}`;
}

export function word(value: bigint | number): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`;
}

/** An address padded to a word, such as a topic. */
export function addressWord(address: string): Hex {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
}

/** The address in the `index`th word after a selector. */
export function addressAt(data: string, index: number): string {
  const start = 10 + 64 * index;
  return `0x${data.slice(start + 24, start + 64).toLowerCase()}`;
}

/** The number in the `index`th word after a selector. */
export function numberAt(data: string, index: number): bigint {
  const start = 10 + 64 * index;
  return BigInt(`0x${data.slice(start, start + 64) || '0'}`);
}
