import { z } from 'zod';
import { isNamedExempt } from '../../core/gate/judge-network.ts';
import { knownChains } from '../../core/registry/known-chains.ts';
import {
  canonicalProvider,
  crossChainProviders,
  onChainProviders,
  providerStyle,
} from '../../core/registry/providers.ts';
import type { Chain } from '../../core/swap/chains.ts';
import type { EndpointState } from '../../ports/chain-adapter.ts';
import type { Stop } from '../../ports/stores/stop-store.ts';
import type { ApiDependencies } from '../api-environment.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { iso } from '../iso.ts';
import { sameAs } from '../same-as.ts';
import { secondsInput } from '../schemas/common.ts';
import { chainList, providerList } from '../schemas/networks.ts';

const providerQuery = z.strictObject({
  withinSeconds: secondsInput
    .optional()
    .describe(
      'Counts the swaps of each provider that were submitted in this time, at most the newest 5,000. Default: none.',
    ),
});

/** Swaps whose outcomes are counted at most: more would take longer than a person waits. */
const mostSwaps = 5_000;

/** The chains and providers that swaps can use, and how they are. */
export function networkEndpoints({
  journal,
  chains,
  endpointsOf,
  additionalProviders,
  clock,
}: Pick<
  ApiDependencies,
  'journal' | 'chains' | 'endpointsOf' | 'additionalProviders' | 'clock'
>): Endpoint[] {
  return [
    defineEndpoint({
      id: 'listChains',
      method: 'get',
      path: '/v1/chains',
      group: 'information',
      scope: 'view',
      summary: 'List configured chains, and how they are',
      answers: { 200: { description: 'The chains that swaps can pay from.', schema: chainList } },
      async handle() {
        const [heads, stops] = await Promise.all([journal.chainHeads(), journal.stops()]);
        const body = {
          chains: chains.map((chain) => {
            const { name, family, caip2, nativeToken, tokens = {} } = chain;
            const { symbol, decimals } = nativeToken;
            const head = heads.find((one) => one.chain === name);
            return {
              name,
              title: knownChains[name]?.title ?? name,
              family,
              caip2,
              testnet: isNamedExempt(chain),
              ...explorerJson(chain),
              nativeToken: { symbol, decimals },
              tokens: Object.entries(tokens).map(([name, token]) => ({ symbol: name, token })),
              ...stopJson(stops, ({ scope, subject }) => scope === 'chain' && subject === name),
              ...(head
                ? {
                    observed: {
                      latest: `${head.latest}`,
                      final: `${head.final}`,
                      at: iso(head.at),
                    },
                  }
                : {}),
              endpoints: endpointsOf(name).map(endpointJson),
            };
          }),
        };
        return { status: 200, body };
      },
    }),
    defineEndpoint({
      id: 'listProviders',
      method: 'get',
      path: '/v1/providers',
      group: 'information',
      scope: 'view',
      summary: 'List providers that jobs and stops may name',
      description: 'The routing service chooses among them, within the lists of the job.',
      query: providerQuery,
      answers: { 200: { description: 'The providers of the registry.', schema: providerList } },
      async handle({ query: { withinSeconds } }) {
        const since =
          withinSeconds === undefined
            ? undefined
            : Math.max(clock.now() - withinSeconds * 1_000, 0);
        const [{ router }, stops, counted] = await Promise.all([
          journal.health(),
          journal.stops(),
          since === undefined ? undefined : journal.providerOutcomes({ since, limit: mostSwaps }),
        ]);
        const outcomes = counted?.outcomes ?? [];
        const names = new Set([
          ...crossChainProviders,
          ...onChainProviders,
          ...additionalProviders,
          ...outcomes.map(({ provider }) => provider),
        ]);
        const providers = [...names].map((name) => {
          const style = providerStyle(name);
          const canonical = canonicalProvider(name);
          const own = outcomes.filter(({ provider }) => provider === name);
          return {
            name,
            ...(style === undefined ? {} : { style }),
            ...sameAs(name),
            isAdditional: additionalProviders.includes(name),
            ...stopJson(
              stops,
              ({ scope, subject }) =>
                scope === 'provider' && canonicalProvider(subject) === canonical,
            ),
            ...(own.length === 0
              ? {}
              : { outcomes: own.map(({ state, count }) => ({ state, count })) }),
          };
        });
        const body = {
          ...(router
            ? { router: { outcome: router.outcome, secondsAgo: Math.floor(router.age / 1_000) } }
            : {}),
          ...(counted ? { outcomesFrom: iso(counted.coversFrom) } : {}),
          providers,
        };
        return { status: 200, body };
      },
    }),
  ];
}

/** A stop of everything comes first: it holds whatever else is released. */
function stopJson(stops: readonly Stop[], isOwn: (stop: Stop) => boolean) {
  const stop = stops.find(({ scope }) => scope === 'all') ?? stops.find(isOwn);
  if (!stop) return {};
  const { scope, reason, since } = stop;
  return { stopped: { scope, reason, since: iso(since) } };
}

/** Hosts only: the path of an endpoint's URL may be a secret. */
function endpointJson({ host, used, latest, lag, error }: EndpointState) {
  return {
    host,
    used,
    ...(latest === undefined ? {} : { latest: `${latest}` }),
    lag: `${lag}`,
    ...(error === undefined ? {} : { error }),
  };
}

/** Whether the registry's explorer shows it: it has the name and the id of a main network. */
function isMainNetwork({ name, caip2 }: Pick<Chain, 'name' | 'caip2'>): boolean {
  const known = knownChains[name];
  return known !== undefined && !known.testnet && known.caip2 === caip2;
}

/** Pages of the registry's explorer, or of the configured one in the form that most have. */
function explorerJson(chain: Pick<Chain, 'name' | 'caip2' | 'explorerUrl'>) {
  const known = isMainNetwork(chain) ? knownChains[chain.name]?.explorer : undefined;
  if (known) return { explorer: { transaction: known.transaction, account: known.account } };
  if (chain.explorerUrl === undefined) return {};
  const base = chain.explorerUrl.replace(/\/+$/, '');
  return { explorer: { transaction: `${base}/tx/{id}`, account: `${base}/address/{id}` } };
}
