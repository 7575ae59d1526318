import { nearestName } from '../text/nearest-name.ts';
import { crossChainProviders, onChainProviders, providerStyle } from './providers.ts';

/**
 * What is wrong with a provider's name in a job's lists. `undefined`: the registry or `additional`
 * (the operator's names) has it. Routers compare names exactly, so a wrong one would match none.
 */
export function providerFault(name: string, additional: readonly string[]): string | undefined {
  if (providerStyle(name) !== undefined || additional.includes(name)) return undefined;
  const meant = nearestName(name, [...additional, ...crossChainProviders, ...onChainProviders]);
  const suggestion = meant === undefined ? '' : `did you mean ${meant}? `;
  return `is no known provider; ${suggestion}\`ferryman providers\` lists the names, and router.additionalProviders takes new ones`;
}
