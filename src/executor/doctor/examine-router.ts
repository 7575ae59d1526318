import type { DoctorCheck } from '../../core/doctor/doctor-report.ts';
import { type ChainListing, compareChains } from '../../core/registry/compare-chains.ts';
import { compareProviders, type ListedProviders } from '../../core/registry/compare-providers.ts';
import type { Chain } from '../../core/swap/chains.ts';
import { toFerrymanError } from '../../errors/ferryman-error.ts';

/** What the routing service lists. */
export interface Listings {
  chains(options: { includeTestnets: boolean }): Promise<readonly ChainListing[]>;
  providers(): Promise<ListedProviders>;
}

/** Whether the service lists the configured chains, as the registry knows them. */
export async function examineRouter(
  listings: Listings,
  chains: readonly Pick<Chain, 'name'>[],
): Promise<DoctorCheck[]> {
  return (
    await Promise.all([
      answered('CHAIN_LISTING', async () => {
        const listed = await listings.chains({ includeTestnets: true });
        return chainChecks(
          listed,
          chains.map(({ name }) => name),
        );
      }),
      answered('PROVIDER_LISTING', async () => providerChecks(await listings.providers())),
    ])
  ).flat();
}

const about = { area: 'router', subject: 'the routing service' } as const;

async function answered(code: string, check: () => Promise<DoctorCheck[]>): Promise<DoctorCheck[]> {
  try {
    return await check();
  } catch (cause) {
    const { message } = toFerrymanError(cause);
    const fix = 'Check router.url, router.apiKey and the paths of the service.';
    return [{ ...about, code, status: 'fault', message, fix }];
  }
}

function chainChecks(listed: readonly ChainListing[], names: readonly string[]): DoctorCheck[] {
  const code = 'CHAIN_LISTING';
  const known = new Set(listed.map(({ name }) => name));
  const unlisted = names.filter((name) => !known.has(name));
  const different = compareChains(listed).different.filter(({ name }) => names.includes(name));
  if (unlisted.length + different.length === 0)
    return [{ ...about, code, status: 'ok', message: 'lists every configured chain' }];
  return [
    ...unlisted.map(
      (name): DoctorCheck => ({
        ...about,
        code,
        status: 'warning',
        message: `does not list ${name}, so it has no routes there`,
        fix: `Remove chains.${name}, or ask the operator of the service.`,
      }),
    ),
    ...different.map(
      ({ name, what, registry, listed: theirs }): DoctorCheck => ({
        ...about,
        code,
        status: 'warning',
        message: `lists ${name} with the ${what} ${theirs}, and the registry has ${registry}`,
        fix: 'Find out which network the service means before you swap there (`ferryman chains --diff`).',
      }),
    ),
  ];
}

function providerChecks(listed: ListedProviders): DoctorCheck[] {
  const code = 'PROVIDER_LISTING';
  const { different } = compareProviders(listed);
  if (different.length === 0)
    return [
      { ...about, code, status: 'ok', message: 'lists its providers as the registry knows them' },
    ];
  return different.map(
    ({ name, style }): DoctorCheck => ({
      ...about,
      code,
      status: 'warning',
      message: `lists ${name} with another style than the registry, which has ${style}`,
      fix: 'Leave the provider out of the policy until this is clear (`ferryman providers --diff`).',
    }),
  );
}
