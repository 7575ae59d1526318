import type { Command } from 'commander';
import type { ApiClient } from '../api-client.ts';
import type { CliIo } from '../cli-io.ts';
import { type ApiOptions, connect, withApi } from '../connect.ts';
import { layoutOf, type TableOptions, withTable } from '../layout.ts';
import { type Column, type Row, renderTable } from '../render-table.ts';
import { showAge } from '../show-time.ts';
import { withWithin } from '../within-option.ts';

type Options = ApiOptions & TableOptions;
type Chain = Awaited<ReturnType<ApiClient['listChains']>>['chains'][number];
type Provider = Awaited<ReturnType<ApiClient['listProviders']>>['providers'][number];

/**
 * `ferryman service …`: what a running service works with. Which names there are at all say
 * `ferryman chains` and `ferryman providers`, without a service.
 */
export function registerService(program: Command, io: CliIo): void {
  const service = program
    .command('service')
    .description('show the chains, providers and wallets of a running service');

  withTable(withApi(service.command('chains')))
    .description('list the chains that it can pay on, their endpoints and stops')
    .action(async (options: Options) => {
      const answer = await (await connect(options, io)).listChains();
      if (options.json) return io.print(JSON.stringify(answer, null, 2));
      io.print(renderTable(chainColumns, answer.chains.map(rowOfChain), layoutOf(io, options)));
    });

  withWithin(withTable(withApi(service.command('providers'))), 86_400)
    .description('list the providers that swaps have used, and stopped or additional ones')
    .option('--all', 'list every provider that a job may name')
    .action(async (options: Options & { within: number; all?: true }) => {
      const answer = await (await connect(options, io)).listProviders(options.within);
      if (options.json) return io.print(JSON.stringify(answer, null, 2));
      if (answer.router)
        io.tell(
          `last call to the routing service: ${answer.router.outcome}, ${showAge(answer.router.secondsAgo * 1_000)} ago`,
        );
      const shown = answer.providers.filter(
        ({ outcomes, stopped, isAdditional }) =>
          options.all || outcomes || stopped?.scope === 'provider' || isAdditional,
      );
      if (shown.length === 0) return io.tell('no swap changed in this time; --all lists the rest');
      io.print(renderTable(providerColumns, shown.map(rowOfProvider), layoutOf(io, options)));
    });

  withTable(withApi(service.command('wallets')))
    .description('list the wallets that swaps may name')
    .action(async (options: Options) => {
      const answer = await (await connect(options, io)).listWallets();
      if (options.json) return io.print(JSON.stringify(answer, null, 2));
      if (answer.wallets.length === 0) return io.tell('the service has no wallet');
      const rows = answer.wallets.map(
        ({ name, family, address, frozenReason }): Row => ({
          cells: [name, family, address],
          below: frozenReason === undefined ? undefined : `frozen: ${frozenReason}`,
        }),
      );
      const columns = ['wallet', 'family', 'address'].map((title) => ({ title }));
      io.print(renderTable(columns, rows, layoutOf(io, options)));
    });
}

const chainColumns: readonly Column[] = [
  { title: 'chain' },
  { title: 'family' },
  { title: 'coin' },
  { title: 'latest', align: 'right' },
  { title: 'final', align: 'right' },
  { title: 'endpoints' },
  { title: 'CAIP-2', optional: true },
];

/** Blocks as the last observation showed them: a chain is observed while it has open transactions. */
function rowOfChain(chain: Chain): Row {
  const { name, family, nativeToken, observed, endpoints, caip2 } = chain;
  const healthy = endpoints.filter(({ error }) => error === undefined).length;
  const cells = [
    name,
    family,
    nativeToken.symbol,
    observed?.latest ?? '',
    observed?.final ?? '',
    `${healthy} of ${endpoints.length} well`,
    caip2,
  ];
  const faults = endpoints.flatMap(({ host, error }) =>
    error === undefined ? [] : [`${host}: ${error}`],
  );
  return withNotes(cells, [...stopOf(chain), ...faults]);
}

const providerColumns: readonly Column[] = [
  { title: 'provider' },
  { title: 'style' },
  { title: 'settled', align: 'right' },
  { title: 'other swaps' },
  { title: 'the same as', optional: true },
];

function rowOfProvider(provider: Provider): Row {
  const { name, style = 'additional', sameAs = '', outcomes = [] } = provider;
  const settled = outcomes.find(({ state }) => state === 'settled')?.count ?? 0;
  const others = outcomes
    .filter(({ state }) => state !== 'settled')
    .map(({ state, count }) => `${count} ${state}`);
  return withNotes([name, style, `${settled}`, others.join(', '), sameAs], stopOf(provider));
}

function stopOf({ stopped }: Pick<Chain, 'stopped'>): string[] {
  if (!stopped) return [];
  return [`stopped${stopped.scope === 'all' ? ', as all is' : ''}: ${stopped.reason}`];
}

function withNotes(cells: readonly string[], notes: readonly string[]): Row {
  return { cells, below: notes.length === 0 ? undefined : notes.join('; ') };
}
