import type { BookWriter } from './book-writer.ts';
import { commodityOf } from './commodity.ts';
import { bookLines, createDeclared, dayOf, describeEntry } from './double-entry.ts';

/** An hledger journal (hledger.org/hledger.html#journal), with all that `hledger check -s` asks. */
export function hledgerWriter(): BookWriter {
  const declare = createDeclared();
  return {
    head: ({ from, until }) =>
      lines([
        `; Ferryman's books from ${new Date(from).toISOString()} to ${new Date(until).toISOString()}.`,
        'decimal-mark .',
        'commodity 1.00 USD',
        '',
      ]),
    entry(entry) {
      const day = dayOf(entry);
      const { accounts, commodities, prices } = declare(entry);
      return lines([
        ...commodities.map(
          (posting) =>
            `commodity ${`1.${'0'.repeat(posting.decimals ?? 0)}`} "${commodityOf(posting)}"  ; ${plain(`${posting.chain} ${posting.token}`)}`,
        ),
        ...accounts.map((account) => `account ${account.join(':')}`),
        ...prices.map(({ commodity, usd }) => `P ${day} "${commodity}" ${usd} USD`),
        `${day} * ${plain(entry.provider ?? 'Ferryman')} | ${describeEntry(entry)}  ; swap: ${entry.swapId}`,
        `    ; time: ${new Date(entry.at).toISOString()}`,
        `    ; idempotency-key: ${plain(entry.idempotencyKey)}`,
        ...bookLines(entry).map(({ account, amount, commodity, posting }) => {
          const note =
            posting?.txId === undefined ? '' : `  ; ${posting.kind}, tx: ${plain(posting.txId)}`;
          return `    ${account.join(':')}  ${amount} "${commodity}"${note}`;
        }),
        '',
      ]);
    },
    foot: () => '',
  };
}

/** Others choose parts of it: it must not begin a comment, a tag or a line. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc};,|]/gu, ' ');
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('');
}
