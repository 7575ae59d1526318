import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { PricedToken, PriceSource } from '../ports/prices.ts';
import { parseOneMeaning, readTime, readUsd } from './read-json-price.ts';
import { UnusablePrice } from './unusable-price.ts';

/** A JSON file that another program writes: `{"at": …, "usd": {"<key>": "2500"}}`. */
export function fileSource(path: string, key?: string): PriceSource {
  return {
    name: `file ${basename(path)}`,
    async read(token) {
      const value = parseOneMeaning(await readText(path));
      const pointer = `/usd/${(key ?? keyOf(token)).replaceAll('~', '~0').replaceAll('/', '~1')}`;
      return { usdE18: readUsd(value, pointer), at: readTime(value, '/at') };
    },
  };
}

function keyOf({ chain, token }: PricedToken): string {
  return `${chain}:${token}`;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new UnusablePrice('the file cannot be read');
  }
}
