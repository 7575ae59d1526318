import { worthOf } from './book-amount.ts';
import type { BookWriter } from './book-writer.ts';
import { commodityOf } from './commodity.ts';
import { bookLines, createDeclared, dayOf, describeEntry } from './double-entry.ts';

/** Beancount (beancount.github.io/docs/beancount_language_syntax.html). */
export function beancountWriter(): BookWriter {
  const declare = createDeclared();
  return {
    head: ({ from, until }) =>
      lines([
        `;; Ferryman's books from ${new Date(from).toISOString()} to ${new Date(until).toISOString()}.`,
        'option "title" "Ferryman"',
        'option "operating_currency" "USD"',
        '',
      ]),
    entry(entry) {
      const day = dayOf(entry);
      const { accounts, commodities, prices } = declare(entry);
      return lines([
        ...commodities.flatMap((posting) => [
          `${day} commodity ${commodityOf(posting)}`,
          `  chain: ${quoted(posting.chain)}`,
          `  token: ${quoted(posting.token)}`,
          ...(posting.symbol === undefined ? [] : [`  name: ${quoted(posting.symbol)}`]),
        ]),
        ...accounts.map((account) => `${day} open ${account.join(':')}`),
        ...prices.map(({ commodity, usd }) => `${day} price ${commodity} ${usd} USD`),
        `${day} * ${quoted(entry.provider ?? 'Ferryman')} ${quoted(describeEntry(entry))} ^${entry.swapId}`,
        `  time: ${quoted(new Date(entry.at).toISOString())}`,
        `  idempotency-key: ${quoted(entry.idempotencyKey)}`,
        ...bookLines(entry).flatMap(({ account, amount, commodity, posting }) => {
          const usd = posting && worthOf(posting);
          return [
            `  ${account.join(':')}  ${amount} ${commodity}`,
            ...(posting ? [`    kind: ${quoted(posting.kind)}`] : []),
            ...(posting?.txId === undefined ? [] : [`    tx: ${quoted(posting.txId)}`]),
            ...(usd === undefined ? [] : [`    usd: ${usd}`]),
          ];
        }),
        '',
      ]);
    },
    foot: () => '',
  };
}

/** Others choose parts of it: it must not end the text, or add a line. */
function quoted(text: string): string {
  return `"${text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/[\\"]/g, (sign) => `\\${sign}`)}"`;
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('');
}
