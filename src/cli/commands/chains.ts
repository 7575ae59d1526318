import type { Command } from 'commander';
import { addressFormOf } from '../../core/registry/check-address.ts';
import { compareChains } from '../../core/registry/compare-chains.ts';
import { findChain, nearestChain } from '../../core/registry/find-chain.ts';
import { type KnownChain, knownChains } from '../../core/registry/known-chains.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { CliIo } from '../cli-io.ts';
import { configOf, type FolderOptions, withFolderOptions } from '../folder-options.ts';
import { layoutOf, type TableOptions, withTable } from '../layout.ts';
import { chainJson, rolesOf } from '../registry/chain-json.ts';
import { type Column, renderTable } from '../render-table.ts';

interface ChainsOptions extends FolderOptions, TableOptions {
  diff?: true;
}

/**
 * `ferryman chains [identifier...]`: the chains of the registry; with `--diff`, how the router's
 * listing differs.
 */
export function registerChains(program: Command, io: CliIo): void {
  withTable(withFolderOptions(program.command('chains')))
    .description(
      'list the chain identifiers: which can pay, once they have endpoints, and what addresses look like',
    )
    .argument('[identifier...]', 'only these')
    .option('--diff', 'compare with the listing of the configured routing service')
    .action(async (names: string[], options: ChainsOptions) => {
      if (options.diff) return printDifference(options, io);
      const chains = select(names);
      if (options.json) return io.print(JSON.stringify({ chains: chains.map(chainJson) }, null, 2));
      io.print(renderTable(columns, chains.map(cells), layoutOf(io, options)));
    });
}

const columns: readonly Column[] = [
  { title: 'chain' },
  { title: 'name' },
  { title: 'family' },
  { title: 'coin' },
  { title: 'decimals', align: 'right' },
  { title: 'can be' },
  { title: 'CAIP-2', optional: true },
  { title: 'an address is', optional: true },
];

function cells(known: KnownChain): string[] {
  const { name, title, testnet, family, caip2, nativeToken } = known;
  return [
    name,
    testnet ? `${title} (test network)` : title,
    family ?? '',
    nativeToken.symbol,
    `${nativeToken.decimals}`,
    rolesOf(known).join(', '),
    caip2 ?? '',
    addressFormOf(name)?.words ?? '',
  ];
}

/** @throws `UNKNOWN_CHAIN` with every unknown identifier */
function select(names: readonly string[]): KnownChain[] {
  const chains = Object.values(knownChains);
  const unknown = names.filter((name) => findChain(name) === undefined);
  if (unknown.length > 0) throw new FerrymanError('UNKNOWN_CHAIN', unknown.map(explain).join('; '));
  const wanted = names.map(findChain);
  return names.length === 0 ? chains : chains.filter(({ name }) => wanted.includes(name));
}

function explain(name: string): string {
  const meant = nearestChain(name);
  return meant === undefined
    ? `there is no chain ${name}: \`ferryman chains\` lists them`
    : `there is no chain ${name}; did you mean ${meant}?`;
}

async function printDifference(options: ChainsOptions, io: CliIo): Promise<void> {
  // Imported here: it loads all of Ferryman.
  const { configuredListings } = await import('../registry/router-listings.ts');
  const listings = configuredListings(await configOf(options, io));
  const difference = compareChains(await listings.chains({ includeTestnets: true }));
  if (options.json) return io.print(JSON.stringify(difference, null, 2));
  const { unknown, missing, different } = difference;
  const rows = [
    ...unknown.map(({ name, id, type }) => [name, 'new', `id ${id ?? 'none'}, type ${type}`]),
    ...different.map(({ name, what, registry, listed }) => [
      name,
      'different',
      `${what}: ${listed}, here ${registry}`,
    ]),
    ...missing.map((name) => [name, 'missing', 'not listed']),
  ];
  io.print(
    renderTable(
      [{ title: 'chain' }, { title: 'the service’s listing' }, { title: '' }],
      rows,
      layoutOf(io, options),
    ),
  );
  io.tell(`${unknown.length} new, ${different.length} different, ${missing.length} missing`);
}
