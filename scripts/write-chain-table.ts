import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { addressFormOf } from '../src/core/registry/check-address.ts';
import { type KnownChain, knownChains } from '../src/core/registry/known-chains.ts';

const begin =
  '<!-- Made from src/core/registry by scripts/write-chain-table.ts; what is changed here is lost. -->\n';
const end = '<!-- The end of what is made. -->\n';

const groups: readonly [what: string, select: (chain: KnownChain) => boolean][] = [
  ['EVM', ({ family, testnet }) => family === 'evm' && !testnet],
  ['EVM, test networks', ({ family, testnet }) => family === 'evm' && testnet],
  ['TRON, Solana, TON, Bitcoin', ({ family }) => family !== undefined && family !== 'evm'],
  [
    'destinations only, nothing is signed there; addresses are checked, with their checksum',
    (chain) => isNamed(chain, ['always']),
  ],
  ['the same; only some addresses have a checksum', (chain) => isNamed(chain, ['sometimes'])],
  ['the same; no address has one', (chain) => isNamed(chain, ['never'])],
];

function isNamed(
  { family, name }: KnownChain,
  checksums: readonly (string | undefined)[],
): boolean {
  return family === undefined && checksums.includes(addressFormOf(name)?.checksum);
}

/** Path of the chain table, from the project root. */
export const chainTablePath = 'docs/reference/chains.md';

/** The table of chains. */
function renderChainTable(): string {
  const rows = groups.map(([what, select]) => {
    const chains = Object.values(knownChains).filter(select);
    return `| ${what} | ${chains.length} | ${chains.map(({ name }) => `\`${name}\``).join(' ')} |`;
  });
  return `| | | identifiers |\n|---|---|---|\n${rows.join('\n')}\n`;
}

/** Replaces the table in a text. Throws `TypeError` if the text has no markers for it. */
export function withChainTable(text: string): string {
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from === -1 || to < from)
    throw new TypeError('the text has no markers for the table of chains');
  return `${text.slice(0, from)}${begin}${renderChainTable()}${text.slice(to)}`;
}

const calledAs = process.argv[1];
if (calledAs !== undefined && import.meta.url === pathToFileURL(calledAs).href) {
  await writeFile(chainTablePath, withChainTable(await readFile(chainTablePath, 'utf8')));
}
