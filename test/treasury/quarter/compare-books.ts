import { parseUnits } from 'viem';
import { readBooks } from '../../../src/treasury/books/read-books.ts';
import { hangSignal } from '../../support/hang-limit.ts';
import { until } from '../../support/until.ts';
import type { Stage } from './stage.ts';

const ever = { from: 0, until: Date.UTC(2200, 0) };

/** What wallets have, by chain, and the decimals that the books show of it. */
const assets = [
  { chain: 'ETH', symbol: 'native', commodity: 'ETH.ETH', decimals: 18 },
  { chain: 'ETH', symbol: 'USDC', commodity: 'USDC.ETH', decimals: 6 },
  { chain: 'ETH', symbol: 'USDT', commodity: 'USDT.ETH', decimals: 6 },
  { chain: 'POLYGON', symbol: 'native', commodity: 'POL.POLYGON', decimals: 18 },
  { chain: 'POLYGON', symbol: 'USDC', commodity: 'USDC.POLYGON', decimals: 6 },
] as const;

/** Books everything, and reads the hledger export of it: base units by `wallet chain commodity`. */
export async function readExport(stage: Stage): Promise<Map<string, bigint>> {
  const ferryman = stage.running();
  await until(async () => {
    await ferryman.keepBooks({ bookedAfter: 0 });
    return (await ferryman.journal.countUnbooked(ever.until)) === 0;
  });
  let text = '';
  for await (const piece of readBooks(ferryman.journal, ever, 'hledger', hangSignal()))
    text += piece;
  const sums = new Map<string, bigint>();
  const line = /^ {4}Assets:Ferryman:([^: ]+):([^: ]+) {2}(-?[\d.]+) "([^"]+)"/gm;
  for (const [, wallet = '', chain = '', amount = '', commodity = ''] of text.matchAll(line)) {
    const decimals = assets.find((one) => one.commodity === commodity)?.decimals ?? 0;
    const name = `${wallet.toLowerCase()} ${chain.toUpperCase()} ${commodity}`;
    sums.set(name, (sums.get(name) ?? 0n) + parseUnits(amount, decimals));
  }
  return sums;
}

/** Where the change of a balance is not what the books say, to the base unit. */
export async function offTheBooks(
  stage: Stage,
  booked: ReadonlyMap<string, bigint>,
): Promise<string[]> {
  const left = new Map(booked);
  const faults: string[] = [];
  for (const [wallet, address] of Object.entries(stage.wallets))
    for (const { chain, symbol, commodity } of assets) {
      const name = `${wallet} ${chain} ${commodity}`;
      const given = chain === 'ETH' ? (stage.received.get(`${wallet} ${symbol}`) ?? 0n) : 0n;
      const change = (await stage.balanceOf(chain, symbol, address)) - given;
      const known = left.get(name) ?? 0n;
      left.delete(name);
      if (change !== known) faults.push(`${name}: booked ${known}, and changed by ${change}`);
    }
  return [...faults, ...[...left.keys()].map((name) => `${name} is no balance`)];
}
