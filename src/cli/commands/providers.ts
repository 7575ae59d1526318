import type { Command } from 'commander';
import { compareProviders } from '../../core/registry/compare-providers.ts';
import {
  canonicalProvider,
  crossChainProviders,
  onChainProviders,
  type ProviderStyle,
} from '../../core/registry/providers.ts';
import type { CliIo } from '../cli-io.ts';
import { configOf, type FolderOptions, withFolderOptions } from '../folder-options.ts';
import { layoutOf } from '../layout.ts';
import { renderTable } from '../render-table.ts';

interface ProvidersOptions extends FolderOptions {
  diff?: true;
}

/**
 * `ferryman providers`: the providers of the registry; with `--diff`, how the router's listing
 * differs.
 */
export function registerProviders(program: Command, io: CliIo): void {
  withFolderOptions(program.command('providers'))
    .description('list the identifiers of providers, for the lists of a job')
    .option('--diff', 'compare with the listing of the configured routing service')
    .action(async (options: ProvidersOptions) => {
      if (options.diff) return printDifference(options, io);
      const providers = [
        ...rowsOf(crossChainProviders, 'cross-chain'),
        ...rowsOf(onChainProviders, 'on-chain'),
      ];
      if (options.json) return io.print(JSON.stringify({ providers }, null, 2));
      const rows = providers.map(({ name, style, sameAs }) => [name, style, sameAs ?? '']);
      io.print(
        renderTable(
          [{ title: 'provider' }, { title: 'style' }, { title: 'the same as' }],
          rows,
          layoutOf(io),
        ),
      );
    });
}

function rowsOf(names: readonly string[], style: ProviderStyle) {
  return names.map((name) => {
    const canonical = canonicalProvider(name);
    return { name, style, ...(canonical === name.toLowerCase() ? {} : { sameAs: canonical }) };
  });
}

async function printDifference(options: ProvidersOptions, io: CliIo): Promise<void> {
  // Imported here: it loads all of Ferryman.
  const { configuredListings } = await import('../registry/router-listings.ts');
  const { crossChain, onChain } = await configuredListings(await configOf(options, io)).providers();
  const difference = compareProviders({
    'cross-chain': crossChain.map(({ name }) => name),
    'on-chain': onChain.map(({ name }) => name),
  });
  if (options.json) return io.print(JSON.stringify(difference, null, 2));
  const { unknown, different, missing } = difference;
  const rows = [
    ...unknown.map(({ name, style }) => [name, 'new', style]),
    ...different.map(({ name, style }) => [name, 'different', `here ${style}`]),
    ...missing.map(({ name, style }) => [name, 'missing', style]),
  ];
  io.print(
    renderTable(
      [{ title: 'provider' }, { title: 'the service’s listing' }, { title: '' }],
      rows,
      layoutOf(io),
    ),
  );
  io.tell(`${unknown.length} new, ${different.length} different, ${missing.length} missing`);
}
