import { formatAmount } from '../amounts/amounts.ts';
import { signedSizeOf, usdPriceOf, worthOf } from './book-amount.ts';
import type { BookWriter } from './book-writer.ts';
import { describeEntry } from './double-entry.ts';
import type { BookEntry, Posting } from './posting.ts';

const style = `
body { font: 11pt/1.4 sans-serif; margin: 2cm auto; max-width: 18cm; color: #000; background: #fff; }
section { break-after: page; margin-bottom: 3cm; }
h1 { font-size: 16pt; }
h2 { font-size: 12pt; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.2em 1.5em; }
dd { margin: 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.3em 0.6em 0.3em 0; border-bottom: 1px solid #999; }
.amount { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.id { overflow-wrap: anywhere; font-size: 8pt; }`;

/** A page for each entry, to print. There is no script in it, and it loads nothing. */
export function receiptWriter(): BookWriter {
  return {
    head: ({ from, until }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Receipts from ${new Date(from).toISOString()} to ${new Date(until).toISOString()}</title>
<style>${style}
</style>
</head>
<body>
`,
    entry: receiptOf,
    foot: () => '</body>\n</html>\n',
  };
}

function receiptOf(entry: BookEntry): string {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Time', new Date(entry.at).toISOString()],
    ['Swap', entry.swapId],
    ['Entry', String(entry.entry)],
    ['Idempotency key', entry.idempotencyKey],
    ['State', entry.state],
    ['Evidence', entry.level],
    ['Provider', entry.provider],
    ['Wallet', entry.wallet],
    ['Receiver', entry.receiver],
  ];
  return `<section>
<h1>Receipt</h1>
<p>${escaped(describeEntry(entry))}</p>
<dl>
${facts.flatMap(([name, value]) => (value === undefined ? [] : [`<dt>${name}</dt><dd>${escaped(value)}</dd>`])).join('\n')}
</dl>
<table>
<thead><tr><th>What</th><th>Account</th><th class="amount">Amount</th><th class="amount">Price, USD</th><th class="amount">Worth, USD</th></tr></thead>
<tbody>
${entry.postings.map(rowOf).join('\n')}
</tbody>
</table>
</section>
`;
}

function rowOf(posting: Posting): string {
  const { kind, wallet, account, chain, symbol = 'base units', txId } = posting;
  const cells = [
    `${escaped(kind)}${txId === undefined ? '' : `<div class="id">${escaped(txId)}</div>`}`,
    `${escaped(wallet === undefined ? chain : `${wallet} on ${chain}`)}<div class="id">${escaped(account)}</div>`,
  ];
  const amounts = [
    `${signedSizeOf(posting)} ${escaped(symbol)}`,
    usdPriceOf(posting) ?? '',
    cents(worthOf(posting)),
  ];
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}${amounts.map((cell) => `<td class="amount">${cell}</td>`).join('')}</tr>`;
}

/** For people: two decimals, rounded down. */
function cents(usd: string | undefined): string {
  if (usd === undefined) return '';
  const [whole = '0', fraction = ''] = usd.split('.');
  return `${formatAmount(BigInt(whole), 0)}.${fraction.padEnd(2, '0').slice(0, 2)}`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
